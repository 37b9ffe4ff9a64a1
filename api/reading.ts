import type { Clock } from '../events/ids.ts'
import type { Operation, ResponseOf } from './contract/operation.ts'
import { HttpError } from './http/errors.ts'
import { registerOperation, type ApiRouter, type Call } from './http/operation.ts'
import { reply } from './http/reply.ts'

type ReadModel = 'wallet' | 'activity' | 'deposits' | 'requests' | 'yut' | 'governance' | 'pools' | 'bills'

/** Whether the named read models have come up to a ledger position within the time. */
export type WaitFor = (position: bigint, timeoutMs: number, names: readonly ReadModel[]) => Promise<boolean>

/** How long a process waits for the read models, ms; then it leaves its work to the next round. */
export const CATCH_UP_MS = 10_000

/** How long a reader waits for their own write to show, ms. */
const FRESHNESS_TIMEOUT_MS = 2_000

/**
 * Waits until the read models show everything up to `position`.
 * @throws {HttpError} 503 when they don't in time
 */
export const freshTo = async (
  { waitFor }: { readonly waitFor: WaitFor },
  position: bigint | undefined,
  names: readonly ReadModel[],
): Promise<void> => {
  if (position === undefined || (await waitFor(position, FRESHNESS_TIMEOUT_MS, names))) return
  const sentence = 'Your latest change is not shown here yet. Please try again in a moment.'
  throw new HttpError(503, 'not_caught_up', sentence, { retryAfterSeconds: 1 })
}

/**
 * Serves a read of the read models named: answered once they show what the caller has seen of the ledger, with the time
 * at which it was read.
 */
export const registerRead = <
  const T extends Operation & { readonly access: 'member'; readonly movesValue?: false },
>(
  api: ApiRouter,
  area: { readonly clock: Clock; readonly waitFor: WaitFor },
  operation: T,
  names: readonly ReadModel[],
  answer: (call: Call<T>, asOf: Date) => Promise<ResponseOf<T>>,
): void =>
  registerOperation<T>(api, operation, async (call) => {
    await freshTo(area, call.minPosition, names)
    const asOf = area.clock()
    return reply(await answer(call, asOf), { asOf })
  })
