import type { Clock } from '../../events/ids.ts'
import {
  MIN_POSITION_HEADER,
  POSITION_HEADER,
  type Operation,
  type ResponseOf,
} from '../contract/operation.ts'
import { LEDGER_READS } from '../openapi/ledger-reads.ts'
import { HttpError } from './errors.ts'
import { registerOperation, type ApiRouter, type Call } from './operation.ts'
import { reply } from './reply.ts'

type ReadModel =
  | 'wallet'
  | 'activity'
  | 'deposits'
  | 'withdrawals'
  | 'requests'
  | 'token'
  | 'governance'
  | 'pools'
  | 'bills'

/** Waits until the named read models reach a ledger position; false when they do not in time. */
export type WaitFor = (position: bigint, timeoutMs: number, names: readonly ReadModel[]) => Promise<boolean>

/** How long a process waits for the read models, ms; after that it leaves its work to the next run. */
export const CATCH_UP_MS = 10_000

/** How long a request waits for the caller's own write to be visible, ms. */
const FRESHNESS_TIMEOUT_MS = 2_000

/** Waits until the read models include everything up to `position`; false when they do not in time. */
export const isFreshTo = (
  { waitFor }: { readonly waitFor: WaitFor },
  position: bigint,
  names: readonly ReadModel[],
): Promise<boolean> => waitFor(position, FRESHNESS_TIMEOUT_MS, names)

/**
 * Waits until the read models include everything up to `position`.
 * @throws {HttpError} 503 when they do not in time
 */
export const freshTo = async (
  area: { readonly waitFor: WaitFor },
  position: bigint | undefined,
  names: readonly ReadModel[],
): Promise<void> => {
  if (position === undefined || (await isFreshTo(area, position, names))) return
  const sentence = 'Your latest change is not shown here yet. Please try again in a moment.'
  throw new HttpError(503, 'not_caught_up', sentence, { retryAfterSeconds: 1 })
}

/**
 * Waits until the read models include the caller's `Ledger-Min-Position`. What the ledger itself does not have is not
 * waited for.
 * @throws {HttpError} 400 the ledger has no such position; 503 the read models do not reach it in time
 */
export const freshToAsked = async (
  { logReaches }: Pick<ApiRouter, 'logReaches'>,
  area: { readonly waitFor: WaitFor },
  position: bigint | undefined,
  names: readonly ReadModel[],
): Promise<void> => {
  if (position === undefined || (await area.waitFor(position, 0, names))) return
  if (await logReaches(position)) return freshTo(area, position, names)
  const sentence = `${MIN_POSITION_HEADER} is beyond the end of the ledger. Use the ${POSITION_HEADER} of an answer.`
  throw new HttpError(400, 'unknown_position', sentence)
}

/**
 * Registers a query of the named read models. It waits until they include the caller's `Ledger-Min-Position`; the
 * response has the time up to which they certainly have everything that was stored, a second before the read at most
 * unless they are behind.
 */
export const registerRead = <
  const T extends Operation & { readonly access: 'member'; readonly movesValue?: false },
>(
  api: ApiRouter,
  area: { readonly clock: Clock; readonly waitFor: WaitFor },
  operation: T,
  names: readonly ReadModel[],
  answer: (call: Call<T>, now: Date) => Promise<ResponseOf<T>>,
): void => {
  if (!LEDGER_READS.has(operation.id)) throw new Error(`${operation.id} is missing in LEDGER_READS`)
  registerOperation<T>(api, operation, async (call) => {
    await freshToAsked(api, area, call.minPosition, names)
    const behindMs = await api.behindMs()
    const now = area.clock()
    return reply(await answer(call, now), { asOf: new Date(now.getTime() - behindMs) })
  })
}
