import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import type { ResponseOf } from '../contract/operation.ts'
import { errorAnswer, HttpError } from './errors.ts'
import {
  createIdempotencyStore,
  type IdempotencyStore,
  type Intent,
  type StoredResponse,
} from './idempotency-store.ts'
import { Reply, type Call, type Command, type Handler } from './operation.ts'

export interface Idempotency {
  readonly store: IdempotencyStore
  /** Answers of commands that run in this process right now, by member and key. */
  readonly running: Map<string, { readonly intent: Intent; readonly answer: Promise<StoredResponse> }>
}

export const createIdempotency = ({ pool }: { readonly pool: Pool }): Idempotency => ({
  store: createIdempotencyStore(pool),
  running: new Map(),
})

const reused = () =>
  new HttpError(
    422,
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
  )

/** Parsing orders the fields as the schema does, so equal requests have equal texts. */
const intentOf = (operation: Command, call: Call<Command>): Intent => ({
  memberId: call.attempt.memberId,
  key: call.attempt.idempotencyKey,
  route: operation.id,
  bodyHash: hash('sha256', JSON.stringify([call.params ?? null, call.body ?? null]), 'base64url'),
})

/** A refusal that would be the same again; a conflict, a limit or a failure of ours may pass. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 409 && status !== 429

const run = async (
  { store }: Idempotency,
  intent: Intent,
  call: Call<Command>,
  execute: (repeated: boolean) => Promise<StoredResponse>,
): Promise<StoredResponse> => {
  const begun = await store.begin(intent)
  switch (begun.state) {
    case 'completed':
      return begun.response
    case 'mismatch':
      throw reused()
    case 'new':
    case 'unfinished': {
      const response = await execute(begun.state === 'unfinished')
      try {
        return await store.complete(intent, response)
      } catch (error) {
        // Nothing tells of a refusal but its kept answer: it must not be said if it might not be said again.
        if (response.status >= 400) throw error
        // The command is done and safe to repeat: its own answer is right even if it could not be kept.
        call.log.warn({ err: error }, 'answer of an idempotent command not kept')
        return response
      }
    }
    default:
      return begun satisfies never
  }
}

/**
 * Makes a command that may be repeated: the same key and body give the same answer, whatever happened in
 * between. Equal requests at the same moment share one execution. Successes and final refusals are kept;
 * conflicts (409), limits (429) and failures (5xx) are not, so that a retry tries again.
 *
 * A key that was begun and never completed (the process died) runs `handler` again with `attempt.repeated`:
 * everything it writes must carry ids derived from `attempt.idempotencyKey`, and be looked for first. Where
 * the caller gave no key nothing is kept, since nobody can ask again.
 */
export const withIdempotency = <const T extends Command>(
  idempotency: Idempotency,
  operation: T,
  handler: Handler<T>,
): Handler<T> => {
  const execute = async (call: Call<T>, repeated: boolean): Promise<StoredResponse> => {
    try {
      const result: unknown = await handler(
        repeated ? { ...call, attempt: { ...call.attempt, repeated } } : call,
      )
      const { body, status, position } = result instanceof Reply ? result : new Reply(result, {})
      return { status: status ?? operation.status ?? 200, body, position }
    } catch (error) {
      const { status, body } = errorAnswer(error)
      if (!isFinal(status)) throw error
      return { status, body, position: undefined }
    }
  }
  return async (call) => {
    if (!call.mayBeRepeated) return handler(call)
    const intent = intentOf(operation, call)
    const name = `${intent.memberId}:${intent.key}`
    const current = idempotency.running.get(name)
    if (current && (current.intent.bodyHash !== intent.bodyHash || current.intent.route !== intent.route))
      throw reused()
    const answer = current?.answer ?? run(idempotency, intent, call, (repeated) => execute(call, repeated))
    if (!current) idempotency.running.set(name, { intent, answer })
    try {
      const { status, body, position } = await answer
      // What is stored under an operation's id is what its handler returned, or an error body.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return new Reply(body as ResponseOf<T>, { status, position })
    } finally {
      if (!current) idempotency.running.delete(name)
    }
  }
}
