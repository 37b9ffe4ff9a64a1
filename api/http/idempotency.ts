import { hash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { ResponseOf } from '../contract/operation.ts'
import { POSITION_MARK, type StoredAnswer } from '../../events/store/event-store.ts'
import { REFUSAL_CODES } from '../../events/refusal-codes.ts'
import { Refusal } from '../../events/refusal.ts'
import type { Attempt } from './attempt.ts'
import { errorAnswer, KEY_REUSED, keyReused } from './errors.ts'
import { needsStepUp } from './fresh-sign-in.ts'
import {
  createIdempotencyStore,
  type Begun,
  type IdempotencyStore,
  type Intent,
  type StoredResponse,
} from './idempotency-store.ts'
import { type InOneCommit, type Call, type Command, type Handler } from './operation.ts'
import { Reply } from './reply.ts'

export interface Idempotency {
  readonly store: IdempotencyStore
  /** Answers of commands that are running in this process, by member and key. */
  readonly running: Map<string, { readonly intent: Intent; readonly answer: Promise<StoredResponse> }>
  /** Whether the log holds this position: only then is an answer believed. */
  readonly logReaches: (position: bigint) => Promise<boolean>
  /** A position that the log has reached, at most a little behind its end. */
  readonly seen: () => Promise<bigint>
}

/** Whether the log reaches this position. It only grows, so its end is asked for at positions beyond the last known one. */
const reaching = (head: () => Promise<bigint>): Idempotency['logReaches'] => {
  let known = 0n
  return async (position) => {
    if (position > known) known = await head()
    return position <= known
  }
}

export const createIdempotency = ({
  pool,
  head,
  seen,
}: {
  readonly pool: Pool
  /** Position of the log's last event. */
  readonly head: () => Promise<bigint>
  readonly seen: Idempotency['seen']
}): Idempotency => ({
  store: createIdempotencyStore(pool),
  running: new Map(),
  logReaches: reaching(head),
  seen,
})

const nameOf = ({ memberId, key }: Pick<Intent, 'memberId' | 'key'>): string => `${memberId}:${key}`

/** Whether a command with this key is running in this process; the database may not know it yet. */
export const isRunning = ({ running }: Idempotency, memberId: string, key: string): boolean =>
  running.has(nameOf({ memberId, key }))

/** Resolves when no command with this key is running in this process. */
export const settled = async ({ running }: Idempotency, memberId: string, key: string): Promise<void> => {
  await running.get(nameOf({ memberId, key }))?.answer.catch(() => undefined)
}

/** Parsing orders the fields as the schema does, so equal requests have equal JSON texts and hashes. */
const intentOf = (operation: Command, call: Call<Command>): Intent => ({
  memberId: call.attempt.memberId,
  key: call.attempt.idempotencyKey,
  route: operation.id,
  bodyHash: hash('sha256', JSON.stringify([call.params ?? null, call.body ?? null]), 'base64url'),
})

/**
 * A refusal that a retry would get again; conflicts, limits, a missing step-up, what is unfinished and our own failures
 * may pass, another body of a key too.
 */
const isFinal = (error: unknown, status: number, code: string): boolean =>
  status >= 400 &&
  status < 500 &&
  status !== 409 &&
  status !== 429 &&
  code !== KEY_REUSED &&
  !(error instanceof Refusal && REFUSAL_CODES[error.code].passes) &&
  !needsStepUp(error)

/** Placeholder for the position until it is known; random, so that no caller can put it into an answer. */
const UNKNOWN_POSITION = randomBytes(16).toString('hex')

const storedAnswer = (intent: Intent, status: number, body: unknown): StoredAnswer => ({
  ...intent,
  status,
  text: JSON.stringify(body).replaceAll(UNKNOWN_POSITION, POSITION_MARK),
})

/** The answer, or a final refusal in the form of an answer. */
const orRefused = async <R>(answer: () => Promise<R>): Promise<R | StoredResponse> => {
  try {
    return await answer()
  } catch (error) {
    const { status, body } = errorAnswer(error)
    if (!isFinal(error, status, body.code)) throw error
    return { status, body, position: undefined }
  }
}

/** Takes back what is beyond the log's end, such as after a restore of an older log: the command is carried out again. */
const believed = async ({ store, logReaches }: Idempotency, intent: Intent, begun: Begun): Promise<Begun> => {
  const answeredAt = begun.state === 'completed' ? begun.response.position : undefined
  const position = begun.state === 'unfinished' ? begun.begunAfter : answeredAt
  if (position === undefined || (await logReaches(position))) return begun
  await store.takeBack(intent, answeredAt)
  return { state: 'unfinished' }
}

/** The state of the intent, or its answer, after trying to run it in one commit. */
const tryInOneCommit = async (
  idempotency: Idempotency,
  { intent, begunAfter }: { readonly intent: Intent; readonly begunAfter: bigint },
  inOneCommit: (() => Promise<StoredResponse | null>) | undefined,
): Promise<Begun> => {
  // The key may be known, of a success that this refusal follows from or of another request: `begin` tells. Many known
  // keys at once also fail each other's commits where they share a wallet.
  const response = await inOneCommit?.().catch((error: unknown) => {
    if (errorAnswer(error).status < 500) return null
    throw error
  })
  const { store } = idempotency
  if (!response) return believed(idempotency, intent, await store.begin({ ...intent, begunAfter }))
  // A success was stored by its own commit.
  const known = response.status < 400 ? undefined : await store.storeRefusal(intent, response)
  return known ? believed(idempotency, intent, known) : { state: 'completed', response }
}

/** How a command can be carried out. Refusals are thrown. */
interface Ways {
  /** Step by step. */
  readonly execute: (attempt: Pick<Attempt, 'repeated' | 'begunAfter'>) => Promise<StoredResponse>
  /** In one commit with its answer; null where it cannot run so now, or the key is known. */
  readonly inOneCommit?: (() => Promise<StoredResponse | null>) | undefined
}

const runOnce = async (
  idempotency: Idempotency,
  intent: Intent,
  { execute, inOneCommit }: Ways,
  onUnstored: (error: unknown) => void,
): Promise<StoredResponse> => {
  const { store } = idempotency
  const begunAfter = await idempotency.seen()
  const begun = await tryInOneCommit(
    idempotency,
    { intent, begunAfter },
    inOneCommit && (() => orRefused(inOneCommit)),
  )
  switch (begun.state) {
    case 'completed':
      return begun.response
    case 'mismatch':
      throw keyReused()
    case 'new':
    case 'unfinished': {
      const attempt =
        begun.state === 'new'
          ? { repeated: false, begunAfter }
          : { repeated: true, ...(begun.begunAfter !== undefined && { begunAfter: begun.begunAfter }) }
      const response = await orRefused(() => execute(attempt))
      try {
        return await store.complete(intent, response)
      } catch (error) {
        // A refusal is recorded only by its stored answer: it must not be sent if a retry might get another answer.
        if (response.status >= 400) throw error
        // The command is done and safe to repeat: its answer is right even if it could not be stored.
        onUnstored(error)
        return response
      }
    }
    default:
      return begun satisfies never
  }
}

/**
 * The one answer of an intent, however often and wherever it is asked for; see {@link withIdempotency}.
 * @throws {HttpError} 422 the key was used for another request
 */
export const answerOnce = async (
  idempotency: Idempotency,
  intent: Intent,
  ways: Ways,
  onUnstored: (error: unknown) => void,
): Promise<StoredResponse> => {
  const { running } = idempotency
  const name = nameOf(intent)
  const current = running.get(name)
  if (current) {
    if (current.intent.bodyHash !== intent.bodyHash || current.intent.route !== intent.route)
      throw keyReused()
    return current.answer
  }
  const answer = runOnce(idempotency, intent, ways, onUnstored)
  running.set(name, { intent, answer })
  try {
    return await answer
  } finally {
    running.delete(name)
  }
}

/**
 * Makes a command repeatable: the same key and body get the same answer, whatever happened in between. Equal concurrent
 * requests share one execution. Successes and final refusals are stored; conflicts (409), limits (429), demands for
 * a step-up and failures (5xx) are not, so that a retry tries again.
 *
 * A key that was begun and never completed (the process died) runs `handler` again with `attempt.repeated`: all events
 * it appends must have ids derived from `attempt.idempotencyKey`, and it must look for them first. Without a key from
 * the caller nothing is stored, since nobody can repeat the request.
 *
 * Where `inOneCommit` can run the command, the key is not begun but stored with the events. A refusal is then stored by
 * itself, and only commands that cannot run in one commit go to `handler`.
 */
export const withIdempotency = <const T extends Command>(
  idempotency: Idempotency,
  operation: T,
  handler: Handler<T>,
  inOneCommit?: InOneCommit<T>,
): Handler<T> => {
  const statusOfSuccess = operation.status ?? 200
  const responseOf = (result: unknown): StoredResponse => {
    const { body, status, position } = result instanceof Reply ? result : new Reply(result, {})
    return { status: status ?? statusOfSuccess, body, position }
  }
  const execute = async (
    call: Call<T>,
    attempt: Pick<Attempt, 'repeated' | 'begunAfter'>,
  ): Promise<StoredResponse> =>
    responseOf(await handler({ ...call, attempt: { ...call.attempt, ...attempt } }))
  const tryBy = async (by: InOneCommit<T>, call: Call<T>, intent: Intent): Promise<StoredResponse | null> => {
    const done = await by(
      call,
      (body) => storedAnswer(intent, statusOfSuccess, body(UNKNOWN_POSITION)),
      () => idempotency.store.isKnown(intent),
    )
    return done && responseOf(done)
  }
  return async (call) => {
    if (!call.mayBeRepeated) return handler(call)
    const intent = intentOf(operation, call)
    const { status, body, position } = await answerOnce(
      idempotency,
      intent,
      {
        execute: (attempt) => execute(call, attempt),
        inOneCommit: inOneCommit && (() => tryBy(inOneCommit, call, intent)),
      },
      (error) => call.ctx.state.log.warn({ err: error }, 'answer of an idempotent command not kept'),
    )
    // The stored body of an operation is what its handler returned, or an error body.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return new Reply(body as ResponseOf<T>, { status, position })
  }
}
