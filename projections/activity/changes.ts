import { derivedId } from '../../events/ids.ts'
import type { WalletEvent } from '../../events/wallet/events.ts'
import type { Draft } from '../table.ts'
import type { WalletFact } from '../wallet-facts.ts'
import type { ActivityKind, ActivityLine } from './table.ts'

type DraftLine = Draft<ActivityLine>
type ActivityStatus = ActivityLine['status']

/** How and where a transfer ended. */
interface EndedTransfer {
  /** Id of the line of its TransferSent. */
  readonly sentId: string
  readonly status: ActivityStatus
  readonly endedPosition: bigint
}

interface ReversedDeposit {
  /** Id of the line of its DepositCredited. */
  readonly creditedId: string
}

interface ActivityChanges {
  readonly lines: readonly ActivityLine[]
  /** Ends of transfers whose sender's line was written by an earlier batch. */
  readonly endedTransfers: readonly EndedTransfer[]
  /** Deposits that were credited in earlier batches and are reversed now. */
  readonly reversedDeposits: readonly ReversedDeposit[]
}

/** The kind of line that each type of event makes in a member's activity; null for no line. */
const KINDS: Readonly<Record<WalletEvent['type'], ActivityKind | null>> = {
  WalletOpened: 'wallet_opened',
  TreasuryAccountOpened: 'treasury_account_opened',
  DepositCredited: 'deposit',
  DepositGivenBack: 'deposit',
  DebtHandedOver: 'deposit',
  DepositReversed: 'deposit_reversed',
  DepositTakenBack: 'deposit_reversed',
  DebtTakenOver: 'deposit_reversed',
  TransferSent: 'transfer_sent',
  TransferReceived: 'transfer_received',
  TransferReturned: 'transfer_returned',
  YutGranted: 'yut_grant',
  InterestPaid: 'interest',
  YutStaked: 'stake',
  YutUnstaked: 'unstake',
  RewardsClaimed: 'rewards_claimed',
  PoolContributionSent: 'pool_contribution',
  PoolContributionReturned: 'pool_contribution_returned',
  PoolProceedsReceived: 'pool_proceeds',
  BillPaidFromWallet: 'bill_payment',
  WithdrawalRequested: 'withdrawal',
  WithdrawalRerouted: 'withdrawal_fee_returned',
  WithdrawalFailed: 'withdrawal_returned',
  WithdrawalCancelled: 'withdrawal_cancelled',
  WithdrawalReturned: 'withdrawal_returned',
  LeftoverPaidOut: 'withdrawal',
  WithdrawalReleased: null,
  WithdrawalOrdered: null,
  WithdrawalSent: null,
  BillPaymentDeclined: null,
  BillsFromWalletSet: null,
  DailyLimitSet: null,
  StakeLocked: null,
  ProposalStakeLocked: null,
  StakeReleased: null,
  WalletClosed: null,
}

/** Id of a transfer's TransferSent, and so of its line. */
export const sentIdOf = (transferId: string): string => derivedId('TransferSent', transferId)

/** The line of an event: its change of the balance and, for a transfer, the other member. */
const lineOf = (
  { event, memberId, position, eventId, at, moves }: WalletFact,
  kind: ActivityKind,
): DraftLine => {
  const amount = 'amount' in event.data ? event.data.amount : null
  const moved = moves.find(({ account }) => account !== 'YUT staked')
  const transfer = 'transferId' in event.data ? event.data : null
  return {
    memberId,
    position,
    id: eventId,
    kind,
    currency: amount?.currency ?? null,
    minor: amount && (moved?.minor ?? 0n),
    status: kind === 'transfer_sent' ? 'processing' : 'completed',
    transferId: transfer?.transferId ?? null,
    counterpartyId: transfer && (kind === 'transfer_received' ? transfer.from : transfer.to),
    message: transfer && 'message' in transfer ? transfer.message : null,
    occurredAt: at,
    endedPosition: null,
  }
}

/**
 * Turns a batch into lines. A later change of a line within the batch is applied to it directly.
 * @throws {Error} when a transfer ends twice or a deposit is reversed twice
 */
export const activityChanges = (facts: readonly WalletFact[]): ActivityChanges => {
  const lines: DraftLine[] = []
  const deposits = new Map<string, DraftLine>()
  const sent = new Map<string, DraftLine>()
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
    const { event, position } = fact
    const kind = KINDS[event.type]
    if (kind === null) continue
    const mayBeNothing = event.type === 'InterestPaid' || event.type === 'WithdrawalRerouted'
    if (mayBeNothing && event.data.amount.minor === '0') continue
    const line = lineOf(fact, kind)
    lines.push(line)
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others change no other line
    switch (event.type) {
      case 'DepositCredited':
        deposits.set(event.data.depositId, line)
        break
      case 'DepositReversed': {
        const { depositId } = event.data
        const credited = deposits.get(depositId)
        if (credited?.status === 'returned') throw new Error(`Deposit ${depositId} is reversed twice`)
        if (credited) credited.status = 'returned'
        else reversedDeposits.push({ creditedId: derivedId('DepositCredited', depositId) })
        break
      }
      case 'TransferSent':
        if (sent.has(event.data.transferId))
          throw new Error(`Transfer ${event.data.transferId} is sent twice`)
        sent.set(event.data.transferId, line)
        break
      case 'TransferReceived':
        endTransfer(event.data.transferId, 'completed', position)
        break
      case 'TransferReturned':
        endTransfer(event.data.transferId, 'returned', position)
        break
      default:
    }
  }
  return { lines, endedTransfers, reversedDeposits }
}
