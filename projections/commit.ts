import type { Client, QueryResult } from 'pg'
import type { RecordedEvent } from '../events/store/event-store.ts'
import { arrayLiteral } from './array-literal.ts'
import { BatchRefused, Fenced, isPassing } from './failure.ts'
import type { Projection, Statement } from './projection.ts'

/** Tells who waits for a position that it is reached; the payload is a {@link CheckpointNotice}. */
export const CHECKPOINT_CHANNEL = 'read_checkpoint'
export interface CheckpointNotice {
  readonly schema: string
  readonly names: readonly string[]
  /** Decimal string. */
  readonly position: string
}

/** A move of one or more projections that stand at the same position. */
export interface Step {
  readonly schema: string
  readonly projections: readonly Projection[]
  /** Where their checkpoints must stand now. */
  readonly from: bigint
  readonly events: readonly RecordedEvent[]
  /** Where they stand afterwards. */
  readonly to: bigint
}

const FENCE = `
  update checkpoint set position = $1, updated_at = now(), error = null, failed_position = null
  where name = any($2::text[]) and position = $3`

export const ANNOUNCE = `select pg_notify('${CHECKPOINT_CHANNEL}', $1)`

/** Above this many events the event loop gets a turn between projections. */
const TURN_EVENTS = 100
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Folds the events for each projection; those that follow the same streams are handed the same array. */
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

const firstFailure = (outcomes: readonly PromiseSettledResult<unknown>[]): unknown =>
  outcomes.find((outcome) => outcome.status === 'rejected')?.reason

const values = <T>(outcomes: readonly PromiseSettledResult<T>[]): T[] =>
  outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))

const assertRows = (statements: readonly Statement[], results: readonly QueryResult[]): void => {
  statements.forEach(({ name, rows }, index) => {
    const touched = results[index]?.rowCount
    if (touched !== rows) {
      throw new BatchRefused(new Error(`${name} touched ${touched ?? 'no'} rows instead of ${rows}`))
    }
  })
}

/**
 * Sends the checkpoint's move, the rows and the announcement in one flight. The fence comes first, so
 * that a rebuild which holds the checkpoints keeps every other write out. Listeners hear the
 * announcement when, and only if, the transaction commits.
 */
const write = async (client: Client, step: Step, statements: readonly Statement[]): Promise<void> => {
  const names = step.projections.map(({ name }) => name)
  const notice: CheckpointNotice = { schema: step.schema, names, position: step.to.toString() }
  const [[fence], written, [announced]] = await Promise.all([
    Promise.allSettled([
      client.query({
        name: 'fence',
        text: FENCE,
        values: [step.to.toString(), arrayLiteral(names), step.from.toString()],
      }),
    ]),
    Promise.allSettled(
      statements.map(({ name, text, values }) => client.query({ name, text, values: [...values] })),
    ),
    Promise.allSettled([
      client.query({ name: 'announce', text: ANNOUNCE, values: [JSON.stringify(notice)] }),
    ]),
  ])
  // A checkpoint that cannot be moved says nothing about the events.
  if (fence.status === 'rejected') throw fence.reason
  if (fence.value.rowCount !== names.length) throw new Fenced(names, step.from)
  const failure = firstFailure([...written, announced])
  if (failure) throw isPassing(failure) ? failure : new BatchRefused(failure)
  assertRows(statements, values(written))
}

/**
 * Applies a step inside the transaction that is open on `client`.
 * @throws {Fenced} the checkpoints are elsewhere
 * @throws {BatchRefused} the events cannot be applied; anything else means the database, not the events
 */
export const applyStep = async (client: Client, step: Step): Promise<void> =>
  write(client, step, await fold(step))

/**
 * Runs `work` in a transaction; what it throws is thrown after the rollback. On a broken connection the
 * rollback fails too, which says nothing new.
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

/** Applies a step in a transaction of its own: rows and checkpoint together or neither. Throws as {@link applyStep}. */
export const commitStep = async (client: Client, step: Step): Promise<void> => {
  const statements = await fold(step)
  await inTransaction(client, () => write(client, step, statements))
}
