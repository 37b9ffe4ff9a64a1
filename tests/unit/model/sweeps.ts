import type { Logger } from 'pino'
import { startClaimCompletion } from '../../../api/token/claim-completion.ts'
import { startDepositSettlement } from '../../../api/deposits/deposit-settlement.ts'
import { startProposalClose } from '../../../api/governance/proposal-close.ts'
import type { Recurring } from '../../../api/processes/recurring.ts'
import { startRequestExpiry } from '../../../api/requests/request-expiry.ts'
import { startRequestSettlement } from '../../../api/requests/request-settlement.ts'
import { startTransferDelivery } from '../../../api/wallet/transfer-delivery.ts'
import { startTreasuryInterest } from '../../../api/wallet/treasury-interest.ts'
import { startVoteCompletion } from '../../../api/governance/vote-completion.ts'
import type { Settlement as DepositSettlement } from '../../../api/deposits/settlement.ts'
import type { Settlement, UnsettledApproval } from '../../../api/requests/settlement.ts'
import type { TransferRequests } from '../../../api/requests/transfer-requests.ts'
import type { SentTransfer, Transfers } from '../../../api/wallet/transfers.ts'
import type { Wallets } from '../../../api/wallet/wallets.ts'
import type { Claims, ReservedClaim } from '../../../api/token/claims.ts'
import type { Proposals } from '../../../api/governance/proposals.ts'
import type { Votes } from '../../../api/governance/votes.ts'
import type { Clock } from '../../../events/ids.ts'
import { Refusal } from '../../../events/refusal.ts'
import type { LockedVote } from '../../../projections/governance/queries.ts'
import type { ProcessName } from './intents.ts'
import type { Views } from './views.ts'

interface Parts {
  readonly clock: Clock
  readonly views: Views
  readonly wallets: Wallets
  readonly transfers: Transfers
  readonly depositSettlement: DepositSettlement
  readonly requests: TransferRequests
  readonly settlement: Settlement
  readonly claims: Claims
  readonly votes: Votes
  readonly proposals: Proposals
  readonly log: Logger
}

/** Processes for which a refusal is a normal outcome. */
const MAY_BE_REFUSED: ReadonlySet<ProcessName> = new Set([
  'settle requests',
  'complete claims',
  'complete votes',
])

/** Runs one round of one of the application's processes; throws the error that made it fail. */
export const sweepOf = (parts: Parts): ((name: ProcessName) => Promise<string>) => {
  const { clock, views, log } = parts
  let failures: unknown[] = []

  /** Records errors where they occur, because a stopping process does not report them. */
  const recordingFailures =
    <Args extends readonly unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      try {
        return await work(...args)
      } catch (error) {
        failures.push(error)
        throw error
      }
    }
  const wallets = {
    ...parts.wallets,
    execute: recordingFailures((...given: Parameters<Wallets['execute']>) => parts.wallets.execute(...given)),
  }
  const proposals = {
    execute: recordingFailures((...given: Parameters<Proposals['execute']>) =>
      parts.proposals.execute(...given),
    ),
  }

  const start = (name: ProcessName): Recurring => {
    switch (name) {
      case 'deliver transfers':
        return startTransferDelivery({
          unfinished: async (before) => views.undelivered(before.toISOString()),
          finish: recordingFailures((transfer: SentTransfer) => parts.transfers.deliver(transfer)),
          clock,
          log,
        })
      case 'settle deposits':
        return startDepositSettlement({
          unfinished: async (before) => views.unsettledDeposits(before.toISOString()),
          finish: recordingFailures((id: string) => parts.depositSettlement.settle(id)),
          clock,
          log,
        })
      case 'settle requests':
        return startRequestSettlement({
          unfinished: async (before) => views.unsettledRequests(before.toISOString()),
          finish: recordingFailures((approval: UnsettledApproval) =>
            parts.settlement.settle({ ...approval, provenAt: clock().toISOString() }),
          ),
          clock,
          log,
        })
      case 'expire requests':
        return startRequestExpiry({
          unfinished: async (before) => views.expiredRequests(before.toISOString()),
          finish: recordingFailures((id: string) => parts.requests.expire(id)),
          clock,
          log,
        })
      case 'complete claims':
        return startClaimCompletion({
          unfinished: async (before) => views.openClaims(before.toISOString()),
          finish: recordingFailures((claim: ReservedClaim) => parts.claims.settle(claim)),
          clock,
          log,
        })
      case 'complete votes':
        return startVoteCompletion({
          unfinished: async (before) => views.halfDoneVotes(before.toISOString()),
          finish: recordingFailures((vote: LockedVote) => parts.votes.complete(vote)),
          clock,
          log,
        })
      case 'close proposals':
        return startProposalClose({
          toClose: async (endedBefore) => views.proposalsToClose(endedBefore.toISOString()),
          totalStakeAt: async (at) => views.totalStakeAt(at),
          toRelease: async () => views.locksToRelease(),
          caughtUp: async () => true,
          proposals,
          wallets,
          clock,
          log,
        })
      case 'pay interest':
        return startTreasuryInterest({
          due: async () => views.members(),
          caughtUp: async () => true,
          wallets,
          clock,
          log,
        })
    }
  }

  return async (name) => {
    const open = new Set(views.proposals().flatMap(({ id, outcome }) => (outcome === '' ? [id] : [])))
    failures = []
    // The first round starts at once, and `stop` waits for its end.
    await start(name).stop()
    const failed = failures.find((error) => !(MAY_BE_REFUSED.has(name) && error instanceof Refusal))
    if (failed !== undefined) throw failed
    const closed = views.proposals().filter(({ id, outcome }) => outcome !== '' && open.has(id))
    return ['done', ...closed.map(({ id, outcome }) => `${id} ${outcome}`).toSorted()].join('\n')
  }
}
