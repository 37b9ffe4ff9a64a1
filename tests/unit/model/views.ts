import type { ReservedClaim } from '../../../api/token/claims.ts'
import type { UnsettledApproval } from '../../../api/requests/settlement.ts'
import type { SentTransfer } from '../../../api/wallet/transfers.ts'
import { happenedAt } from '../../../events/happened-at.ts'
import { parseLedgerEvent, type LedgerEvent } from '../../../events/ledger-event.ts'
import { fromAmountJson } from '../../../events/money.ts'
import type { RecordedEvent } from '../../../events/store/event-store.ts'
import { isPassingReason } from '../../../events/requests/transfer-request.ts'
import type { LockedVote } from '../../../projections/governance/queries.ts'

interface KnownRequest {
  readonly request: UnsettledApproval['request']
  readonly expiresAt: string
  status: 'pending' | 'approved' | 'over'
  approval: Omit<UnsettledApproval, 'request'> | null
  approvedPosition: bigint | null
}

interface KnownDeposit {
  succeeded: boolean
  credited: boolean
  returned: boolean
  reversed: boolean
  at: string
}

const valuesOf = <T>(map: ReadonlyMap<string, T>): T[] => [...map.values()]

/**
 * In-memory stand-in for the read models that the processes query for unfinished work. Folded from the log, and
 * always up to date.
 */
export const createViews = (log: readonly RecordedEvent[]) => {
  const members = new Set<string>()
  const transfers = new Map<string, SentTransfer>()
  const deposits = new Map<string, KnownDeposit>()
  const requests = new Map<string, KnownRequest>()
  const claims = new Map<string, ReservedClaim & { open: boolean }>()
  const proposals = new Map<string, { readonly endsAt: string; open: boolean; outcome: string }>()
  /** Locked votes by proposal and member. */
  const holds = new Map<string, LockedVote>()
  const castAt = new Map<string, string>()
  const stakeChanges: { readonly at: string; readonly minor: bigint }[] = []
  let funded = 0n
  let read = 0

  const deposit = (id: string, at: string, change: Partial<KnownDeposit>): void => {
    const known = deposits.get(id) ?? { succeeded: false, credited: false, returned: false, reversed: false }
    deposits.set(id, { ...known, ...change, at })
  }
  const standing = (id: string): KnownRequest => {
    const known = requests.get(id)
    if (!known) throw new Error(`Nobody made request ${id}`)
    return known
  }

  const note = (event: LedgerEvent, at: string, position: bigint): void => {
    switch (event.type) {
      case 'WalletOpened':
        members.add(event.data.memberId)
        return
      case 'TransferSent': {
        const { amount, ...transfer } = event.data
        transfers.set(transfer.transferId, {
          ...transfer,
          amount: fromAmountJson(amount),
          sentAt: at,
          position,
        })
        return
      }
      case 'TransferReceived':
      case 'TransferReturned':
        transfers.delete(event.data.transferId)
        return
      case 'DepositInitiated':
        return deposit(event.data.depositId, at, {})
      case 'DepositSucceeded':
        return deposit(event.data.depositId, at, { succeeded: true })
      case 'DepositReturned':
        return deposit(event.data.depositId, at, { returned: true })
      case 'DepositCredited':
        if (event.data.source !== 'bank') deposit(event.data.depositId, at, { credited: true })
        return
      case 'DepositReversed':
        return deposit(event.data.depositId, at, { reversed: true })
      case 'TransferRequested': {
        const { expiresAt, amount, ...request } = event.data
        requests.set(request.requestId, {
          request: { ...request, amount: fromAmountJson(amount) },
          expiresAt,
          status: 'pending',
          approval: null,
          approvedPosition: null,
        })
        return
      }
      case 'TransferRequestApproved': {
        const known = standing(event.data.requestId)
        known.status = 'approved'
        known.approvedPosition ??= position
        known.approval = { answerId: event.data.answerId, approvedAt: at, after: known.approvedPosition }
        return
      }
      case 'TransferRequestFailed':
        standing(event.data.requestId).status = isPassingReason(event.data.reason) ? 'pending' : 'over'
        return
      case 'TransferRequestFulfilled':
      case 'TransferRequestDeclined':
      case 'TransferRequestCancelled':
      case 'TransferRequestExpired':
        standing(event.data.requestId).status = 'over'
        return
      case 'RewardReserveFunded':
        funded += BigInt(event.data.amount.minor)
        return
      case 'RewardsReserved': {
        const { claimId, memberId, amount, claimedBefore } = event.data
        const minor = BigInt(amount.minor)
        const before = BigInt(claimedBefore)
        claims.set(claimId, {
          claimId,
          memberId,
          minor,
          claimedBefore: before,
          reservedAt: at,
          position,
          open: true,
        })
        return
      }
      case 'RewardsClaimed':
      case 'RewardsReleased': {
        const claim = claims.get(event.data.claimId)
        if (claim) claim.open = false
        return
      }
      case 'YutStaked':
        stakeChanges.push({ at, minor: BigInt(event.data.amount.minor) })
        return
      case 'YutUnstaked':
        stakeChanges.push({ at, minor: -BigInt(event.data.amount.minor) })
        return
      case 'ProposalOpened':
        proposals.set(event.data.proposalId, { endsAt: event.data.endsAt, open: true, outcome: '' })
        return
      case 'StakeLocked': {
        const { proposalId, memberId, voteId, vote, amount } = event.data
        const weight = BigInt(amount.minor)
        holds.set(`${proposalId} ${memberId}`, {
          voteId,
          proposalId,
          memberId,
          vote,
          weight,
          votedAt: at,
          position,
        })
        return
      }
      case 'VoteCast': {
        const key = `${event.data.proposalId} ${event.data.memberId}`
        const before = castAt.get(key) ?? ''
        castAt.set(key, before > event.data.votedAt ? before : event.data.votedAt)
        return
      }
      case 'StakeReleased':
        holds.delete(`${event.data.proposalId} ${event.data.memberId}`)
        return
      case 'ProposalClosed': {
        const proposal = proposals.get(event.data.proposalId)
        if (proposal) Object.assign(proposal, { open: false, outcome: event.data.outcome })
        return
      }
      case 'DepositSubmitted':
      case 'DepositActionRequired':
      case 'DepositProcessing':
      case 'DepositFailed':
      case 'TreasuryAccountOpened':
      case 'YutGranted':
      case 'InterestPaid':
      case 'PoolContributionSent':
      case 'PoolContributionReturned':
      case 'PoolProceedsReceived':
      case 'BillPaidFromWallet':
      case 'BillPaymentDeclined':
      case 'BillsFromWalletSet':
      case 'DailyLimitSet':
      case 'PoolCreated':
      case 'PoolContributionReceived':
      case 'PoolValued':
      case 'DividendReceived':
      case 'PoolProceedsSent':
      case 'PoolPaymentDeclined':
      case 'PoolProceedsReturned':
      case 'PoolProceedsOrdered':
      case 'PoolProceedsKept':
      case 'PoolRepriced':
      case 'PoolPaymentSettled':
      case 'AutoPaySet':
      case 'TargetYieldSet':
      case 'PoolClosed':
      case 'BillIssued':
      case 'BillPaymentStarted':
      case 'BillPaid':
      case 'BillPaymentFailed':
      case 'BillPastDue':
      case 'CredentialIssued':
      case 'CredentialRevoked':
      case 'MemberErased':
      case 'DepositClaimed':
      case 'DepositReleased':
      case 'DepositTakenBack':
      case 'DepositGivenBack':
      case 'DebtHandedOver':
      case 'DebtTakenOver':
      case 'WalletClosed':
      case 'RewardReserveExhausted':
      case 'RewardReserveReplenished':
        return
      default:
        event satisfies never
    }
  }

  const catchUp = (): void => {
    for (; read < log.length; read += 1) {
      const recorded = log[read]
      if (recorded) note(parseLedgerEvent(recorded), happenedAt(recorded), recorded.position)
    }
  }
  /** Makes a query read the rest of the log first. */
  const upToDate =
    <Args extends readonly unknown[], T>(look: (...args: Args) => T) =>
    (...args: Args): T => {
      catchUp()
      return look(...args)
    }
  const isPending = (hold: LockedVote): boolean =>
    proposals.get(hold.proposalId)?.open === true &&
    (castAt.get(`${hold.proposalId} ${hold.memberId}`) ?? '') < hold.votedAt

  return {
    members: upToDate(() => [...members]),
    funded: upToDate(() => funded),
    deposits: upToDate(() => [...deposits.keys()].map((id) => ({ id }))),
    requests: upToDate(() =>
      valuesOf(requests).map(({ request }) => ({ ...request, id: request.requestId })),
    ),
    proposals: upToDate(() => [...proposals].map(([id, { outcome }]) => ({ id, outcome }))),
    endOfVoting: upToDate((id: string) => proposals.get(id)?.endsAt ?? null),
    claim: upToDate((id: string) => claims.get(id) ?? null),
    undelivered: upToDate((before: string) => valuesOf(transfers).filter(({ sentAt }) => sentAt < before)),
    unsettledDeposits: upToDate((before: string) =>
      [...deposits]
        .filter(([, { succeeded, credited, returned, reversed, at }]) => {
          return succeeded && (!credited || (returned && !reversed)) && at < before
        })
        .map(([id]) => id),
    ),
    unsettledRequests: upToDate((before: string) =>
      valuesOf(requests).flatMap(({ status, approval, request }) =>
        status === 'approved' && approval && approval.approvedAt < before ? [{ ...approval, request }] : [],
      ),
    ),
    expiredRequests: upToDate((now: string) =>
      [...requests]
        .filter(([, { status, expiresAt }]) => status === 'pending' && expiresAt <= now)
        .map(([id]) => id),
    ),
    openClaims: upToDate((before: string) =>
      valuesOf(claims).filter(({ open, reservedAt }) => open && reservedAt < before),
    ),
    halfDoneVotes: upToDate((before: string) =>
      valuesOf(holds).filter((hold) => isPending(hold) && hold.votedAt < before),
    ),
    proposalsToClose: upToDate((endedBefore: string) =>
      [...proposals]
        .filter(([id, { open, endsAt }]) => {
          const waits = () => valuesOf(holds).some((hold) => hold.proposalId === id && isPending(hold))
          return open && endsAt <= endedBefore && !waits()
        })
        .map(([id, { endsAt }]) => ({ id, endsAt })),
    ),
    totalStakeAt: upToDate((at: string) => ({
      minor: stakeChanges.reduce((sum, change) => (change.at > at ? sum : sum + change.minor), 0n),
      position: BigInt(read),
    })),
    locksToRelease: upToDate(() =>
      valuesOf(holds).filter(({ proposalId }) => proposals.get(proposalId)?.open === false),
    ),
  }
}
export type Views = ReturnType<typeof createViews>
