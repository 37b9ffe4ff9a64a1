import { derivedId } from '../../events/ids.ts'
import type { AmountJson, Currency } from '../../events/money.ts'
import type { EncryptedText } from '../../events/encrypted-text.ts'
import type { WalletFact } from '../wallet-facts.ts'

/**
 * What a line of activity is about, and what stands for it in the rows and in an index of them: lines are what there is
 * most of.
 */
export const KIND_CODES = {
  wallet_opened: 'opn',
  treasury_account_opened: 'try',
  deposit: 'dep',
  deposit_reversed: 'rev',
  transfer_sent: 'snt',
  transfer_received: 'rcv',
  transfer_returned: 'ret',
  yut_grant: 'yut',
  interest: 'int',
  stake: 'stk',
  unstake: 'uns',
  rewards_claimed: 'rwd',
  pool_contribution: 'con',
  pool_contribution_returned: 'cor',
  pool_proceeds: 'pro',
  bill_payment: 'bil',
} as const
export type ActivityKind = keyof typeof KIND_CODES
export type ActivityStatus = 'processing' | 'completed' | 'returned' | 'failed'

/** One thing that happened to a member's money. */
export interface ActivityLine {
  readonly memberId: string
  readonly position: bigint
  /** Id of the event. */
  readonly id: string
  readonly kind: ActivityKind
  readonly currency: Currency | null
  /** Signed minor units, positive came in; null when no money moved. */
  readonly minor: bigint | null
  status: ActivityStatus
  readonly transferId: string | null
  readonly counterpartyId: string | null
  readonly message: EncryptedText | null
  readonly occurredAt: string
  /** Of a transfer that was sent: position at which it arrived or came back. */
  endedPosition: bigint | null
}

/** How and where a transfer ended. */
interface EndedTransfer {
  /** Id of the line that tells of its beginning. */
  readonly sentId: string
  readonly status: ActivityStatus
  readonly endedPosition: bigint
}

interface ReversedDeposit {
  /** Id of the line that tells of its credit. */
  readonly creditedId: string
}

interface ActivityChanges {
  readonly lines: readonly ActivityLine[]
  /** How transfers ended whose sender's line stands in an earlier batch. */
  readonly endedTransfers: readonly EndedTransfer[]
  /** Deposits that were credited in earlier batches and are now taken back. */
  readonly reversedDeposits: readonly ReversedDeposit[]
}

type Detail = Partial<
  Omit<ActivityLine, 'memberId' | 'position' | 'id' | 'kind' | 'occurredAt' | 'endedPosition'>
>

/** Id of the event, and so of the line, that says that a transfer was sent. */
export const sentIdOf = (transferId: string): string => derivedId('TransferSent', transferId)

const line = (
  { memberId, position, eventId, at }: WalletFact,
  kind: ActivityKind,
  detail: Detail = {},
): ActivityLine => ({
  memberId,
  position,
  id: eventId,
  kind,
  currency: detail.currency ?? null,
  minor: detail.minor ?? null,
  status: detail.status ?? 'completed',
  transferId: detail.transferId ?? null,
  counterpartyId: detail.counterpartyId ?? null,
  message: detail.message ?? null,
  occurredAt: at,
  endedPosition: null,
})

const moneyIn = ({ currency, minor }: AmountJson) => ({ currency, minor: BigInt(minor) })
const moneyOut = ({ currency, minor }: AmountJson) => ({ currency, minor: -BigInt(minor) })

/**
 * Turns a batch into lines. A line's later fate within the batch is written at once.
 * @throws {Error} when a transfer ends twice or a deposit is reversed twice
 */
export const activityChanges = (facts: readonly WalletFact[]): ActivityChanges => {
  const lines: ActivityLine[] = []
  const deposits = new Map<string, ActivityLine>()
  const sent = new Map<string, ActivityLine>()
  const ended = new Set<string>()
  const endedTransfers: EndedTransfer[] = []
  const reversedDeposits: ReversedDeposit[] = []

  const endTransfer = (transferId: string, status: ActivityStatus, endedPosition: bigint): void => {
    const begun = sent.get(transferId)
    if (begun?.endedPosition === null) Object.assign(begun, { status, endedPosition })
    else if (begun || ended.has(transferId)) throw new Error(`Transfer ${transferId} ends twice`)
    else {
      ended.add(transferId)
      endedTransfers.push({ sentId: sentIdOf(transferId), status, endedPosition })
    }
  }

  for (const fact of facts) {
    const { event } = fact
    switch (event.type) {
      case 'WalletOpened':
        lines.push(line(fact, 'wallet_opened'))
        break
      case 'TreasuryAccountOpened':
        lines.push(line(fact, 'treasury_account_opened'))
        break
      case 'DepositCredited': {
        const credited = line(fact, 'deposit', moneyIn(event.data.amount))
        deposits.set(event.data.depositId, credited)
        lines.push(credited)
        break
      }
      case 'DepositReversed': {
        const { depositId, amount } = event.data
        const credited = deposits.get(depositId)
        if (credited?.status === 'returned') throw new Error(`Deposit ${depositId} is reversed twice`)
        if (credited) credited.status = 'returned'
        else {
          reversedDeposits.push({ creditedId: derivedId('DepositCredited', depositId) })
        }
        lines.push(line(fact, 'deposit_reversed', moneyOut(amount)))
        break
      }
      case 'DepositTakenBack':
      case 'DebtTakenOver':
        lines.push(line(fact, 'deposit_reversed', moneyOut(event.data.amount)))
        break
      case 'DepositGivenBack':
      case 'DebtHandedOver':
        lines.push(line(fact, 'deposit', moneyIn(event.data.amount)))
        break
      case 'TransferSent': {
        const { transferId, to: counterpartyId, amount, message } = event.data
        const detail = { ...moneyOut(amount), transferId, counterpartyId, message }
        if (sent.has(transferId)) throw new Error(`Transfer ${transferId} is sent twice`)
        const begun = line(fact, 'transfer_sent', { ...detail, status: 'processing' })
        sent.set(transferId, begun)
        lines.push(begun)
        break
      }
      case 'TransferReceived': {
        const { transferId, from: counterpartyId, amount, message } = event.data
        endTransfer(transferId, 'completed', fact.position)
        lines.push(
          line(fact, 'transfer_received', { ...moneyIn(amount), transferId, counterpartyId, message }),
        )
        break
      }
      case 'TransferReturned': {
        const { transferId, to: counterpartyId, amount } = event.data
        endTransfer(transferId, 'returned', fact.position)
        lines.push(line(fact, 'transfer_returned', { ...moneyIn(amount), transferId, counterpartyId }))
        break
      }
      case 'YutGranted':
        lines.push(line(fact, 'yut_grant', moneyIn(event.data.amount)))
        break
      case 'InterestPaid':
        if (event.data.amount.minor !== '0') lines.push(line(fact, 'interest', moneyIn(event.data.amount)))
        break
      case 'YutStaked':
        lines.push(line(fact, 'stake', moneyOut(event.data.amount)))
        break
      case 'YutUnstaked':
        lines.push(line(fact, 'unstake', moneyIn(event.data.amount)))
        break
      case 'RewardsClaimed':
        lines.push(line(fact, 'rewards_claimed', moneyIn(event.data.amount)))
        break
      case 'PoolContributionSent':
        lines.push(line(fact, 'pool_contribution', moneyOut(event.data.amount)))
        break
      case 'PoolContributionReturned':
        lines.push(line(fact, 'pool_contribution_returned', moneyIn(event.data.amount)))
        break
      case 'PoolProceedsReceived':
        lines.push(line(fact, 'pool_proceeds', moneyIn(event.data.amount)))
        break
      case 'BillPaidFromWallet':
        lines.push(line(fact, 'bill_payment', moneyOut(event.data.amount)))
        break
      case 'BillPaymentDeclined':
      case 'BillsFromWalletSet':
      case 'DailyLimitSet':
      case 'StakeLocked':
      case 'StakeReleased':
      case 'WalletClosed':
        break
      default:
        event satisfies never
    }
  }
  return {
    lines,
    endedTransfers,
    reversedDeposits,
  }
}
