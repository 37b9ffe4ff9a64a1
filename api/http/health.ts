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
    const ready = outcomes.every(([, { ok }]) => ok)
    const status = ready ? ('ready' as const) : ('degraded' as const)
    const all = Object.fromEntries(outcomes)
    if (!ready) ctx.state.log.warn({ checks: all }, 'Not ready')
    return reply(isOperator(ctx) ? { status, checks: all } : { status }, { status: ready ? 200 : 503 })
  })
}
