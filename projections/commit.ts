import { DatabaseError, type Client } from 'pg'
import type { RecordedEvent } from '../events/store/event-store.ts'
import { traced, tracedChannel } from '../events/store/tracing.ts'
import { arrayLiteral } from './array-literal.ts'
import type { Passes } from './checkpoint.ts'
import { combined, FENCE, FENCED_STATE, stepsOf, type Sent } from './combine.ts'
import { BatchRefused, Fenced, isTransient } from './failure.ts'
import type { Projection, Statement } from './projection.ts'

/** NOTIFY channel for positions that were reached; the payload is a {@link CheckpointNotice}. */
export const CHECKPOINT_CHANNEL = 'read_checkpoint'
export interface CheckpointNotice {
  readonly schema: string
  readonly names: readonly string[]
  /** Decimal string. */
  readonly position: string
}

/** A move of one or more projections that are at the same position. */
export interface Step {
  readonly schema: string
  readonly passes: Passes
  readonly projections: readonly Projection[]
  /** Where their checkpoints must be now. */
  readonly from: bigint
  readonly events: readonly RecordedEvent[]
  /** Where they are afterwards. */
  readonly to: bigint
}

export const ANNOUNCE = `select pg_notify('${CHECKPOINT_CHANNEL}', $1)`

/** Above this many events the event loop gets a turn between projections. */
const TURN_EVENTS = 100
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** The statements of each projection for its events; projections with the same `follows` share one array. */
const fold = async ({ projections, events }: Step): Promise<Statement[]> => {
  const followed = new Map<Projection['follows'], readonly RecordedEvent[]>()
  const statements: Statement[] = []
  for (const { follows, apply } of projections) {
    let own = followed.get(follows)
    if (!own) followed.set(follows, (own = events.filter(({ streamId }) => follows(streamId))))
    if (own.length === 0) continue
    try {
      statements.push(...apply(own))
    } catch (error) {
      throw new BatchRefused(error)
    }
    if (own.length > TURN_EVENTS) await turn()
  }
  return statements
}

const namesOf = (projections: readonly Projection[]): string[] =>
  projections.map(({ name }) => name).toSorted()

/** Moves the pass, if it is at `step.from`. */
const fenceOf = (step: Step, names: readonly string[]): Statement => ({
  name: FENCE,
  text: 'update pass set position = $1::bigint, updated_at = now() where names = $2::text[] and position = $3::bigint',
  values: [step.to.toString(), arrayLiteral(names), step.from.toString()],
  writes: 'pass',
  rows: 1,
})

/** Listeners receive it when, and only if, the transaction commits. */
const announcementOf = (step: Step, names: readonly string[]): Statement => {
  const notice: CheckpointNotice = { schema: step.schema, names, position: step.to.toString() }
  return { name: 'announce', text: ANNOUNCE, values: [JSON.stringify(notice)], writes: 'channel', rows: 1 }
}

/** Clears the stored failure of projections that had stopped and go on now. */
const mendedOf = (mended: readonly string[]): readonly Statement[] =>
  mended.length === 0
    ? []
    : [
        {
          name: 'mended',
          text: 'update projection set error = null, failed_position = null where name = any($1::text[])',
          values: [arrayLiteral(mended)],
          writes: 'projection',
          rows: null,
        },
      ]

/** A pass that cannot be moved is not the fault of the events. */
const failureOf = (error: unknown, names: readonly string[], from: bigint): unknown => {
  if (error instanceof DatabaseError && error.code === FENCED_STATE) return new Fenced(names, from)
  return isTransient(error) ? error : new BatchRefused(error)
}

const firstFailure = (outcomes: readonly PromiseSettledResult<unknown>[]): unknown =>
  outcomes.find((outcome) => outcome.status === 'rejected')?.reason

/** Sends everything without waiting in between; throws the first failure, after which Postgres ran none of the rest. */
const send = async (client: Client, all: readonly Sent[]): Promise<void> => {
  const outcomes = await Promise.allSettled(
    all.map(({ values, ...query }) => client.query({ ...query, values: [...values] })),
  )
  const failure = firstFailure(outcomes)
  if (failure) throw failure
}

const BEGIN: Sent = { text: 'begin', values: [] }
const COMMIT: Sent = { text: 'commit', values: [] }

/** The step as SQL: the pass's move, the rows and the announcement. Nearly always it is one statement. */
const statementsOf = async (client: Client, step: Step) => {
  const folded = await fold(step)
  const names = namesOf(step.projections)
  await step.passes.ensure(client, names, step.from)
  const fence = fenceOf(step, names)
  const mended = mendedOf(step.passes.mended(names))
  const all = stepsOf([fence, ...folded, ...mended, announcementOf(step, names)]).map(combined)
  return { names, all }
}

/**
 * Applies a step inside the transaction that is open on `client`.
 * @throws {Fenced} the checkpoints are not at `step.from`
 * @throws {BatchRefused} the events cannot be applied; anything else means the database, not the events
 */
export const applyStep = async (client: Client, step: Step): Promise<void> => {
  const { names, all } = await statementsOf(client, step)
  try {
    await send(client, all)
  } catch (error) {
    throw failureOf(error, names, step.from)
  }
}

/**
 * Runs `work` in a transaction; its error is rethrown after the rollback. On a broken connection the rollback
 * fails too, and that error is ignored.
 */
export const inTransaction = async (client: Client, work: () => Promise<unknown>): Promise<void> => {
  const outcomes = await Promise.allSettled([client.query('begin'), work()])
  const failure = firstFailure(outcomes)
  if (failure) {
    await client.query('rollback').catch(() => undefined)
    throw failure
  }
  await client.query('commit')
}

/** Steps of projections, for traces. */
export const projectionTraces = tracedChannel<{ readonly step: Step }>('projection')

/**
 * Applies a step in a transaction of its own, in one round trip: rows and checkpoint together or neither. Throws as
 * {@link applyStep}.
 */
export const commitStep = (client: Client, step: Step): Promise<void> =>
  traced(
    projectionTraces,
    () => ({ step }),
    () => commit(client, step),
  )

const commit = async (client: Client, step: Step): Promise<void> => {
  const { names, all } = await statementsOf(client, step)
  try {
    // A statement on its own is a transaction. After a failure `commit` rolls back.
    await send(client, all.length === 1 ? all : [BEGIN, ...all, COMMIT])
  } catch (error) {
    throw failureOf(error, names, step.from)
  }
  step.passes.moved(names)
}
