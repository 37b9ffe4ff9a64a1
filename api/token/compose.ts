import type { Pool } from 'pg'
import { derivedId, type Clock } from '../../events/ids.ts'
import { money } from '../../events/money.ts'
import {
  endOfVoting,
  halfDoneVotes,
  locksToRelease,
  proposalsToClose,
} from '../../projections/governance/queries.ts'
import { interestDue } from '../../projections/interest/queries.ts'
import { claimById, openClaims, totalStakeAt } from '../../projections/token/queries.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../http/logger.ts'
import type { ApiRouter } from '../http/operation.ts'
import type { Ledger } from '../ledger.ts'
import { startClaimCompletion } from './claim-completion.ts'
import { startProposalClose } from '../governance/proposal-close.ts'
import type { Recurring } from '../processes/recurring.ts'
import { startTreasuryInterest } from '../wallet/treasury-interest.ts'
import { startVoteCompletion } from '../governance/vote-completion.ts'
import { freshTo } from '../wallet/context.ts'
import type { YutArea } from './area.ts'
import { createClaims } from './claims.ts'
import { createProposals, type Proposals } from '../governance/proposals.ts'
import { createRewardReserve } from './reserve.ts'
import { registerYut } from './routes.ts'
import { createStakes, type Stakes } from './stakes.ts'
import { createTurns } from './turns.ts'
import { createVotes } from '../governance/votes.ts'

export interface YutParts {
  readonly config: Pick<Config, 'rewardReserveMinor'>
  readonly pool: Pool
  readonly ledger: Ledger
  readonly clock: Clock
  readonly log: Logger
  /** Whether the named read models have come up to a ledger position within the time. */
  readonly waitFor: (position: bigint, timeoutMs: number, names: readonly string[]) => Promise<boolean>
}

/** The token, its rewards, governance and interest as one thing: their calls, and the processes behind them. */
export interface YutPart {
  readonly stakes: Stakes
  readonly proposals: Proposals
  /** Brings the reward reserve up to what the configuration says it was funded with; repeating changes nothing. */
  readonly fundReserve: () => Promise<void>
  readonly register: (
    api: ApiRouter,
    area: Pick<YutArea, 'idempotency' | 'members' | 'messageKeys' | 'waitFor'>,
  ) => void
  readonly startProcesses: () => readonly Recurring[]
}

const CATCH_UP_MS = 10_000

export const composeYut = ({ config, pool, ledger, clock, log, waitFor }: YutParts): YutPart => {
  const { store, wallets } = ledger
  const reserve = createRewardReserve({
    store,
    snapshots: ledger.snapshots,
    onSnapshotError: (error) => log.warn({ err: error }, 'A snapshot could not be saved'),
  })
  const proposals = createProposals({ store })
  const stakes = createStakes({ store, wallets, reserve, clock })

  const claims = createClaims({
    wallets,
    reserve,
    clock,
    inTurn: createTurns(),
    lookUp: async (claimId) => {
      const upTo = await store.head()
      await freshTo({ waitFor }, upTo, ['yut'])
      return { claim: await claimById(pool, claimId), upTo }
    },
    onUnsettled: (claimId, error) =>
      log.warn({ err: error, claimId }, 'Rewards are reserved; the claim process will pay them'),
  })

  const votes = createVotes({
    store,
    wallets,
    proposals,
    clock,
    inTurn: createTurns(),
    endOf: async (proposalId) => {
      const known = await endOfVoting(pool, proposalId)
      if (known !== null) return known
      // It may have been opened a moment ago.
      await freshTo({ waitFor }, await store.head(), ['governance'])
      return endOfVoting(pool, proposalId)
    },
  })

  const before = (ms: number) => new Date(clock().getTime() - ms)

  return {
    stakes,
    proposals,
    fundReserve: async () => {
      const total = money('YUT', config.rewardReserveMinor)
      const id = derivedId('reward-reserve', total.minor.toString())
      await reserve.execute(
        { type: 'fundUpTo', total },
        { actor: 'system', correlationId: id, causationId: id, at: clock().toISOString() },
      )
    },
    register: (api, area) =>
      registerYut(api, {
        ...area,
        pool,
        clock,
        wallets,
        transfers: ledger.transfers,
        reserve,
        stakes,
        claims,
        votes,
        proposals,
      }),
    startProcesses: () => [
      startClaimCompletion({
        openClaims: (olderThanMs, limit) => openClaims(pool, before(olderThanMs), limit),
        claims,
        log,
      }),
      startVoteCompletion({
        halfDone: (olderThanMs, limit) => halfDoneVotes(pool, before(olderThanMs), limit),
        votes,
        log,
      }),
      startProposalClose({
        toClose: (endedBefore, limit) => proposalsToClose(pool, endedBefore, limit),
        totalStakeAt: (at) => totalStakeAt(pool, at),
        toRelease: (limit) => locksToRelease(pool, limit),
        caughtUp: async () => waitFor(await store.head(), CATCH_UP_MS, ['governance', 'yut']),
        proposals,
        wallets,
        clock,
        log,
      }),
      startTreasuryInterest({
        due: (today, limit) => interestDue(pool, today, limit),
        caughtUp: (position) => waitFor(position, CATCH_UP_MS, ['interest']),
        wallets,
        clock,
        log,
      }),
    ],
  }
}
