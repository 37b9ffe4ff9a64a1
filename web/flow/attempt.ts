import { outcomeOperations } from '../../api/contract/outcomes.ts'
import type { Operation, ResponseOf } from '../../api/contract/operation.ts'
import { call, type CallInput } from '../data/client.ts'
import { ApiError, OfflineError, refusalOf, UnknownOutcomeError, UNREADABLE } from '../data/errors.ts'
import type { Answer, Failure, Keyed } from './machine.ts'
import { translateServerText } from '../texts/translate-server-text.ts'

/** Result of a call: an event for the machine, and the ledger position of what was written. */
export interface FlowResult<Event> {
  readonly event: Event
  readonly position?: string | undefined
}

/** The form's field for a field of the server's request; fields without one are ignored. */
export type FieldNames = (field: string) => string | undefined

/** The failure in an error. `message`: the flow's sentence for it. */
const failureOf = (error: unknown, message: string, nameOf: FieldNames = () => undefined): Failure => {
  if (!(error instanceof ApiError)) return { message, reason: null, code: null, problems: {} }
  const { code, fields } = error
  const problems = Object.entries(fields).flatMap(([field, text]) => {
    const name = nameOf(field)
    return name ? [[name, text]] : []
  })
  const reason = code === UNREADABLE ? null : error.message
  return { message, reason, code, problems: Object.fromEntries(problems) }
}

/**
 * What an error thrown by an attempt under `key` means for it:
 * - `not_sent`: this attempt did nothing, an earlier one under the same key may have; also when the server rejected it
 *   with 429 (too many requests) or 401 (no session);
 * - `lost`: it may have arrived, or an earlier one under the key is still being processed (409): ask by key;
 * - `refused`: the server's final result for this key.
 */
export const eventOf = (
  key: string,
  error: unknown,
  message: string,
  nameOf?: FieldNames,
): Exclude<Answer<never>, { type: 'done' | 'denied' }> => {
  const status = error instanceof ApiError ? error.status : null
  if (error instanceof OfflineError || status === 429 || status === 401)
    return { type: 'not_sent', key, message: refusalOf(error, message) }
  if (error instanceof UnknownOutcomeError && error.cause instanceof ApiError)
    return { type: 'lost', key, failed: message }
  return error instanceof UnknownOutcomeError || status === 409
    ? { type: 'lost', key }
    : { type: 'refused', key, failure: failureOf(error, message, nameOf) }
}

/** The call that an intent makes, and its receipt: of the answer that comes, or of the one that the server has stored. */
export interface FlowCall<Receipt> {
  readonly send: (
    idempotencyKey: string,
  ) => Promise<{ readonly receipt: Receipt; readonly position?: string | undefined }>
  /** Reads a stored answer as the operation's response; undefined when it can't be read. */
  readonly stored: (answer: unknown) => Receipt | undefined
}

/** Reads stored answers of an operation. `otherwise`: the receipt of a success whose answer can't be had. */
export const storedAs =
  <const T extends Operation, Receipt>(
    operation: T,
    receiptOf: (answer: ResponseOf<T>) => Receipt,
    otherwise?: Receipt,
  ): FlowCall<Receipt>['stored'] =>
  (answer) => {
    const parsed = operation.response?.safeParse(answer)
    // The type was inferred from the schema that has produced the value.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return parsed?.success ? receiptOf(parsed.data as ResponseOf<T>) : otherwise
  }

/** The receipt of a call whose answer is the receipt. */
export const asAnswered = <Answer>(answer: Answer): Answer => answer

/** `otherwise`: the receipt of a success whose answer the server has no longer. */
export const flowCall = <const T extends Operation, Receipt>(
  operation: T,
  input: CallInput<T>,
  receiptOf: (answer: ResponseOf<T>) => Receipt,
  otherwise?: Receipt,
): FlowCall<Receipt> => ({
  send: async (idempotencyKey) => {
    const { data, position } = await call(operation, { ...input, idempotencyKey })
    return { receipt: receiptOf(data), position }
  },
  stored: storedAs(operation, receiptOf, otherwise),
})

/**
 * The server's result for an intent; `unknown` when it never arrived or was never finished (both may be repeated under
 * the same key); null when the server can't be asked, or its answer can't be read.
 */
export const askOutcome = async <Receipt>(
  { key }: Keyed,
  stored: FlowCall<Receipt>['stored'],
  message: string,
  signal: AbortSignal,
): Promise<FlowResult<Answer<Receipt>> | 'unknown' | null> => {
  try {
    const { data } = await call(outcomeOperations.getOutcomeByKey, { params: { key }, signal })
    const { state, error, code, position, answer } = data
    if (state === 'unfinished') return 'unknown'
    if (state === 'refused') {
      const reason = error && translateServerText(error)
      return { event: { type: 'refused', key, failure: { message, reason, code, problems: {} } } }
    }
    const receipt = stored(answer)
    return receipt === undefined
      ? null
      : { event: { type: 'done', key, receipt }, position: position ?? undefined }
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? 'unknown' : null
  }
}

/**
 * How a flow of one call for each intent sends it and asks about it; both resolve with one event and never reject.
 * `failed`: the flow's sentence for a failure.
 */
export const calling = <Intent extends Keyed, Receipt>(
  callOf: (intent: Intent) => FlowCall<Receipt>,
  failed: (intent: Intent) => string,
  nameOf?: FieldNames,
) => ({
  perform: async (intent: Intent): Promise<FlowResult<Answer<Receipt>>> => {
    const { key } = intent
    try {
      const { receipt, position } = await callOf(intent).send(key)
      return { event: { type: 'done', key, receipt }, position }
    } catch (error) {
      return { event: eventOf(key, error, failed(intent), nameOf) }
    }
  },
  ask: (intent: Intent, signal: AbortSignal) =>
    askOutcome(intent, callOf(intent).stored, failed(intent), signal),
})
