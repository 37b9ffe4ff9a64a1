import type { Currency } from '../../events/money.ts'
import type { EncryptedText } from '../../events/encrypted-text.ts'
import type { WalletFact } from '../wallet-facts.ts'

/** How and when a transfer ended. */
export interface TransferEnd {
  readonly id: string
  readonly status: 'completed' | 'returned'
  readonly at: string
  readonly position: bigint
}

/** A transfer that was sent in this batch. */
interface NewTransfer {
  readonly id: string
  readonly senderId: string
  readonly recipientId: string
  readonly currency: Currency
  readonly minor: bigint
  readonly message: EncryptedText | null
  readonly sentAt: string
  readonly sentPosition: bigint
  /** Null while the money is on its way. */
  end: TransferEnd | null
}

/** How many transfers of a sender to a recipient have been added, less those that came back. */
interface PayeeChange {
  readonly senderId: string
  readonly recipientId: string
  transfers: bigint
}

interface TransferChanges {
  readonly sent: readonly NewTransfer[]
  /** Ends of transfers that were sent in earlier batches. */
  readonly ended: readonly TransferEnd[]
  readonly payees: readonly PayeeChange[]
}

const payeeIn = (
  payees: Map<string, PayeeChange>,
  { from: senderId, to: recipientId }: { readonly from: string; readonly to: string },
): PayeeChange => {
  const key = `${senderId} ${recipientId}`
  let change = payees.get(key)
  if (!change) payees.set(key, (change = { senderId, recipientId, transfers: 0n }))
  return change
}

/**
 * Nets a batch: most transfers are sent and received within one, and are then written once.
 * @throws {Error} when a transfer ends twice
 */
export const transferChanges = (facts: readonly WalletFact[]): TransferChanges => {
  const sent = new Map<string, NewTransfer>()
  const ended = new Map<string, TransferEnd>()
  const payees = new Map<string, PayeeChange>()
  for (const fact of facts) {
    const { event, at, position } = fact
    switch (event.type) {
      case 'TransferSent': {
        const { transferId: id, from, to, amount, message } = event.data
        if (sent.has(id)) throw new Error(`Transfer ${id} is sent twice`)
        sent.set(id, {
          id,
          senderId: from,
          recipientId: to,
          currency: amount.currency,
          minor: BigInt(amount.minor),
          message,
          sentAt: at,
          sentPosition: position,
          end: null,
        })
        payeeIn(payees, event.data).transfers += 1n
        break
      }
      case 'TransferReceived':
      case 'TransferReturned': {
        const { transferId: id } = event.data
        const status = event.type === 'TransferReceived' ? 'completed' : 'returned'
        const end: TransferEnd = { id, status, at, position }
        const begun = sent.get(id)
        if (begun?.end || ended.has(id)) throw new Error(`Transfer ${id} ends twice`)
        if (begun) begun.end = end
        else ended.set(id, end)
        if (status === 'returned') payeeIn(payees, event.data).transfers -= 1n
        break
      }
      case 'WalletOpened':
      case 'TreasuryAccountOpened':
      case 'DepositCredited':
      case 'DepositReversed':
      case 'DepositTakenBack':
      case 'DepositGivenBack':
      case 'DebtHandedOver':
      case 'DebtTakenOver':
      case 'YutGranted':
      case 'InterestPaid':
      case 'YutStaked':
      case 'YutUnstaked':
      case 'RewardsClaimed':
      case 'StakeLocked':
      case 'StakeReleased':
      case 'PoolContributionSent':
      case 'PoolContributionReturned':
      case 'PoolProceedsReceived':
      case 'BillPaidFromWallet':
      case 'BillPaymentDeclined':
      case 'BillsFromWalletSet':
      case 'DailyLimitSet':
      case 'WalletClosed':
        break
      default:
        event satisfies never
    }
  }
  return {
    sent: [...sent.values()],
    ended: [...ended.values()],
    payees: [...payees.values()].filter(({ transfers }) => transfers !== 0n),
  }
}
