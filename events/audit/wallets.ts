import type { LedgerEvent } from '../ledger-event.ts'
import { isWalletStream, memberOfStream } from '../wallet/events.ts'

/** What the log says of a wallet besides its balances. */
export interface AuditedWallet {
  status: 'open' | 'closed'
  /** Interest received so far, in cents, and rewards claimed so far, in millionths of a YUT. */
  interestMinor: bigint
  rewardsMinor: bigint
  /** Of the newest event of the wallet. */
  position: bigint
}

const ownerOf = (event: LedgerEvent): string | null => {
  if (event.type === 'TransferReceived') return event.data.to
  if (event.type === 'TransferSent' || event.type === 'TransferReturned') return event.data.from
  return 'memberId' in event.data ? event.data.memberId : null
}

/** A wallet's stream begins with its opening, once, and holds nothing but its own member's facts. */
export const walletChecks = () => {
  const wallets = new Map<string, AuditedWallet>()

  const note = (event: LedgerEvent, streamId: string, position: bigint): void => {
    if (!isWalletStream(streamId)) return
    const memberId = memberOfStream(streamId)
    if (ownerOf(event) !== memberId)
      throw new Error(`it is about the wallet of ${ownerOf(event) ?? 'nobody'}`)
    const wallet = wallets.get(memberId)
    if (event.type === 'WalletOpened') {
      if (wallet) throw new Error('the wallet is opened twice')
      wallets.set(memberId, { status: 'open', interestMinor: 0n, rewardsMinor: 0n, position })
      return
    }
    if (!wallet) throw new Error('the wallet was not opened')
    wallet.position = position
    if (event.type === 'WalletClosed') wallet.status = 'closed'
    if (event.type === 'InterestPaid') wallet.interestMinor += BigInt(event.data.amount.minor)
    if (event.type === 'RewardsClaimed') wallet.rewardsMinor += BigInt(event.data.amount.minor)
  }

  return { note, wallets: wallets as ReadonlyMap<string, Readonly<AuditedWallet>> }
}
