import { outcomeOperations } from '../../api/contract/outcomes.ts'
import { call } from '../data/client.ts'
import { ApiError, refusalOf, UNREADABLE } from '../data/errors.ts'
import { found } from './ask-by-key.ts'
import type { Answer, Failure, Keyed, Problems } from './binding.ts'
import { fateOf } from './fate.ts'
import { translateServerText } from '../texts/translate-server-text.ts'

/** Result of a call: an event for the machine, and the ledger position of what was written. */
export interface FlowResult<Event> {
  readonly event: Event
  readonly position?: string | undefined
}

/** Result of a call that succeeded. */
export interface Written<Receipt> {
  readonly receipt: Receipt
  readonly position?: string | undefined
}

/** Form field names by the server's field names, fields without one are ignored; or both use the same names. */
export type FieldNames = Readonly<Record<string, string>> | 'the same'

const problemsOf = (error: unknown, names: FieldNames): Problems =>
  error instanceof ApiError
    ? Object.fromEntries(
        Object.entries(error.fields).flatMap(([field, text]) => {
          const name = names === 'the same' ? field : names[field]
          return name === undefined ? [] : [[name, text]]
        }),
      )
    : {}

/** The failure in an error. `message`: the flow's sentence for it. */
const failureOf = (error: unknown, message: string, names: FieldNames = {}): Failure => {
  const spoken = error instanceof ApiError && error.code !== UNREADABLE
  return {
    message,
    reason: spoken ? error.message : null,
    code: error instanceof ApiError ? error.code : null,
    problems: problemsOf(error, names),
  }
}

/** The event for an error thrown by an attempt under `key`. */
export const answerOf = (
  key: string,
  error: unknown,
  message: string,
  names?: FieldNames,
): Exclude<Answer<never>, { type: 'done' | 'denied' }> => {
  const fate = fateOf(error)
  if (fate === 'lost') return { type: 'lost', key }
  return fate === 'not_sent'
    ? { type: 'not_sent', key, message: refusalOf(error, message) }
    : { type: 'refused', key, failure: failureOf(error, message, names) }
}

/** Makes one attempt under the intent's key; the outcome is one event, never a rejection. */
export const attempt = async <Receipt>(
  { key }: Keyed,
  send: () => Promise<Written<Receipt>>,
  message: string,
  names?: FieldNames,
): Promise<FlowResult<Answer<Receipt>>> => {
  try {
    const { receipt, position } = await send()
    return { event: { type: 'done', key, receipt }, position }
  } catch (error) {
    return { event: answerOf(key, error, message, names) }
  }
}

/**
 * The server's result for an intent; `unknown` when it never arrived or was never finished (both may be repeated under
 * the same key); null when the server can't be asked.
 */
export const askOutcome = async (
  { key }: Keyed,
  message: string,
  signal: AbortSignal,
): Promise<FlowResult<Answer<null>> | 'unknown' | null> => {
  const answer = await found(
    async () => (await call(outcomeOperations.getOutcomeByKey, { params: { key }, signal })).data,
  )
  if (answer === null) return null
  if (answer === 'unknown' || answer.state === 'unfinished') return 'unknown'
  const { state, error: reason, code, position } = answer
  return state === 'done'
    ? { event: { type: 'done', key, receipt: null }, position: position ?? undefined }
    : {
        event: {
          type: 'refused',
          key,
          failure: {
            message,
            reason: reason === null ? null : translateServerText(reason),
            code,
            problems: {},
          },
        },
      }
}
