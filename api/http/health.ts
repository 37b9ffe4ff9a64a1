import type { ErrorBody } from '../contract/errors.ts'
import { operations } from '../contract/operations.ts'
import type { AppContext } from './context.ts'
import { registerOperation, type ApiRouter } from './operation.ts'
import { reply } from './reply.ts'

interface CheckResult {
  readonly ok: boolean
  readonly detail?: string
}
/** Checks that readiness depends on, by name. */
export type HealthChecks = Readonly<Record<string, () => Promise<CheckResult>>>

const CHECK_TIMEOUT_MS = 2_000

const outcomeOf = async (check: () => Promise<CheckResult>): Promise<CheckResult> => {
  const slow = Promise.withResolvers<CheckResult>()
  const timer = setTimeout(() => slow.resolve({ ok: false, detail: 'no answer in time' }), CHECK_TIMEOUT_MS)
  try {
    return await Promise.race([check(), slow.promise])
  } catch {
    return { ok: false, detail: 'failed' }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Liveness (the process answers) and readiness (everything it needs answers too; else 503). Only the log and the
 * operator see which part fails: strangers would learn where to attack.
 */
export const registerHealth = (
  api: ApiRouter,
  checks: HealthChecks,
  isOperator: (ctx: AppContext) => boolean,
): void => {
  registerOperation(api, operations.getLiveness, () => ({ status: 'live' as const }))
  registerOperation(api, operations.getReadiness, async ({ ctx }) => {
    const outcomes = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(check)] as const),
    )
    const all = Object.fromEntries(outcomes)
    const told = isOperator(ctx) ? { checks: all } : {}
    if (outcomes.every(([, { ok }]) => ok)) return reply({ status: 'ready' as const, ...told }, {})
    ctx.state.log.warn({ checks: all }, 'Not ready')
    // A refusal as any other, so that clients know one kind of error; probes read the rest.
    const refusal: ErrorBody = { error: 'This server is not ready.', code: 'not_ready' }
    const body = { ...refusal, status: 'degraded' as const, ...told }
    return reply(body, { status: 503, headers: { 'Retry-After': '1' } })
  })
}
