import type { LedgerEvent } from '../ledger-event.ts'
import { walletEvents, memberOfStream } from '../wallet/events.ts'
import { minorColumn, signedMinorColumn, wholeColumn } from './column.ts'

/** The state of a wallet besides its balances. */
interface AuditedWallet {
  readonly status: 'open' | 'closed'
  /** Interest received so far, in cents, and rewards claimed so far, in millionths of a YUT. */
  readonly interestMinor: bigint
  readonly rewardsMinor: bigint
  /** Position of the wallet's newest event. */
  readonly position: bigint
}

export interface AuditedWallets {
  readonly get: (memberId: string) => AuditedWallet | undefined
  readonly keys: () => Iterable<string>
}

const ownerOf = (event: LedgerEvent): string | null => {
  if (event.type === 'TransferReceived') return event.data.to
  if (event.type === 'TransferSent' || event.type === 'TransferReturned') return event.data.from
  return 'memberId' in event.data ? event.data.memberId : null
}

/** A wallet's stream begins with its only WalletOpened and contains only its own member's facts. */
export const walletChecks = () => {
  const numbers = new Map<string, number>()
  /** In typed arrays, as they change with every event. */
  const closed = wholeColumn()
  const interest = signedMinorColumn()
  const rewards = signedMinorColumn()
  const positions = minorColumn()

  const check = (event: LedgerEvent, streamId: string, position: bigint): void => {
    if (!walletEvents.isStream(streamId)) return
    const memberId = memberOfStream(streamId)
    if (ownerOf(event) !== memberId)
      throw new Error(`it is about the wallet of ${ownerOf(event) ?? 'nobody'}`)
    const known = numbers.get(memberId)
    if (event.type === 'WalletOpened') {
      if (known !== undefined) throw new Error('the wallet is opened twice')
      positions.set(numbers.size, position)
      // The event's own string: `memberId` is a slice that would keep the whole stream name in memory.
      numbers.set(event.data.memberId, numbers.size)
      return
    }
    if (known === undefined) throw new Error('the wallet was not opened')
    positions.set(known, position)
    if (event.type === 'WalletClosed') closed.set(known, 1)
    if (event.type === 'InterestPaid')
      interest.set(known, interest.get(known) + BigInt(event.data.amount.minor))
    if (event.type === 'RewardsClaimed')
      rewards.set(known, rewards.get(known) + BigInt(event.data.amount.minor))
  }

  const get = (memberId: string): AuditedWallet | undefined => {
    const number = numbers.get(memberId)
    if (number === undefined) return undefined
    return {
      status: closed.get(number) === 1 ? 'closed' : 'open',
      interestMinor: interest.get(number),
      rewardsMinor: rewards.get(number),
      position: positions.get(number),
    }
  }
  const wallets: AuditedWallets = { get, keys: () => numbers.keys() }

  return { check, wallets }
}
