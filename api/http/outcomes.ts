import type { Pool } from 'pg'
import { ErrorBody } from '../contract/errors.ts'
import { operations } from '../contract/operations.ts'
import { HttpError } from './errors.ts'
import { isRunning, type Idempotency } from './idempotency.ts'
import { registerOperation, type ApiRouter } from './operation.ts'
import { freshTo, type WaitFor } from './reading.ts'

interface OutcomeRow {
  readonly route: string
  readonly status: number | null
  readonly response: unknown
  readonly position: bigint | null
}

const UNFINISHED = { state: 'unfinished', error: null, code: null, position: null } as const

/** Where the `recall` of operations reads. */
const RECALLED_FROM = ['activity', 'deposits', 'withdrawals'] as const

const READ =
  'select route, status, response, position from app.idempotency_key where member_id = $1 and key = $2'

/**
 * Lets a member look up the outcome of a request whose answer was lost, without repeating it. Reads what
 * `withIdempotency` stores; another member's key is answered like one that was never sent.
 */
export const registerOutcomes = (
  api: ApiRouter,
  {
    pool,
    idempotency,
    waitFor,
  }: { readonly pool: Pool; readonly idempotency: Idempotency; readonly waitFor: WaitFor },
): void => {
  registerOperation(api, operations.getOutcomeByKey, async ({ member, params: { key } }) => {
    // A command in one commit is known only to its own process until the commit.
    if (isRunning(idempotency, member.id, key)) return UNFINISHED
    const { rows } = await pool.query<OutcomeRow>({
      name: 'outcome-by-key',
      text: READ,
      values: [member.id, key],
    })
    const kept = rows[0]
    if (!kept) throw new HttpError(404, 'outcome_not_found', 'No request with this key has arrived.')
    const { route, status, response, position } = kept
    if (status === null || !(await idempotency.logReaches(position ?? 0n))) return UNFINISHED
    const refusal = status < 400 ? null : ErrorBody.parse(response)
    const recall = refusal === null && response === null ? api.recalled.get(route) : undefined
    // The read models must have what the answer was about.
    if (recall) await freshTo({ waitFor }, position ?? undefined, RECALLED_FROM)
    return {
      state: refusal === null ? ('done' as const) : ('refused' as const),
      error: refusal?.error ?? null,
      code: refusal?.code ?? null,
      position: position?.toString() ?? null,
      answer: refusal === null ? (response ?? (await recall?.(member.id, key)) ?? null) : null,
    }
  })
}
