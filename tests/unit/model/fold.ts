import { happenedAt } from '../../../events/happened-at.ts'
import { CURRENCIES } from '../../../events/money.ts'
import type { RecordedEvent } from '../../../events/store/event-store.ts'
import { walletEvents, memberOfStream } from '../../../events/wallet/events.ts'
import { evolve, initialState, type Wallet } from '../../../events/wallet/wallet.ts'
import { MEMBERS } from './members.ts'

/** All wallets folded from a log, by member. */
export const foldWallets = (log: readonly RecordedEvent[]): ReadonlyMap<string, Wallet> => {
  const wallets = new Map<string, Wallet>()
  for (const recorded of log) {
    if (!walletEvents.isStream(recorded.streamId)) continue
    const member = memberOfStream(recorded.streamId)
    const before = wallets.get(member) ?? initialState()
    wallets.set(member, evolve(before, walletEvents.parse(recorded), happenedAt(recorded)))
  }
  return wallets
}

/** Holdings of all members as one text, for comparison. */
export const holdingsOf = (wallets: ReadonlyMap<string, Wallet>): string =>
  MEMBERS.map((member) => {
    const wallet = wallets.get(member)
    if (!wallet || wallet.status === 'absent') return 'absent'
    const { status, balances, stake } = wallet
    return [status, ...CURRENCIES.map((currency) => balances[currency]), stake.minor, stake.claimedMinor]
  }).join('\n')
