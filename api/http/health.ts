import type { ErrorBody } from '../contract/errors.ts'
import { operations } from '../contract/operations.ts'
import { createChecking, type Checked, type HealthChecks } from '../health/checks.ts'
import type { Logger } from '../logging/logger.ts'
import type { AppContext } from './context.ts'
import { registerOperation, type ApiRouter } from './operation.ts'
import { reply } from './reply.ts'

/** The checks behind two of the three questions. */
export interface HealthQuestions {
  /** May requests be sent to this process? */
  readonly ready: HealthChecks
  /** What else an operator wants to know. */
  readonly health: HealthChecks
  /** Which release runs; null: it is not known. */
  readonly revision: string | null
}

/** Logs when an outcome changes, not each time that it is asked for. */
const logsChanges = ([bad, good]: readonly [string, string]) => {
  let saidBad = ''
  return (log: Logger, { ok, all }: Checked): void => {
    const failing = Object.fromEntries(Object.entries(all).filter(([, one]) => !one.ok))
    const names = Object.keys(failing).join(' ')
    if (names === saidBad) return
    saidBad = names
    if (ok) log.info({}, good)
    else log.warn({ checks: failing }, bad)
  }
}

/**
 * Three questions, three addresses: live (restart the process when it does not answer), ready (send it requests), and
 * health (tell an operator). Only the log and the operator see which part fails: strangers would learn where to attack.
 */
export const registerHealth = (
  api: ApiRouter,
  { ready, health, revision }: HealthQuestions,
  isOperator: (ctx: AppContext) => boolean,
): void => {
  const answer =
    (
      checking: () => Promise<Checked>,
      logChange: (log: Logger, checked: Checked) => void,
      refusal: ErrorBody,
    ) =>
    async ({ ctx }: { readonly ctx: AppContext }) => {
      const checked = await checking()
      logChange(ctx.state.log, checked)
      const told = isOperator(ctx) ? { checks: checked.all, ...(revision !== null && { revision }) } : {}
      if (checked.ok) return reply({ status: 'ready' as const, ...told }, {})
      // A refusal as any other, so that clients know one kind of error; probes read the rest.
      const body = { ...refusal, status: 'degraded' as const, ...told }
      return reply(body, { status: 503, headers: { 'Retry-After': '1' } })
    }
  registerOperation(api, operations.getLiveness, () => ({ status: 'live' as const }))
  registerOperation(
    api,
    operations.getReadiness,
    answer(createChecking(ready), logsChanges(['Not ready', 'Ready again']), {
      error: 'This server is not ready.',
      code: 'not_ready',
    }),
  )
  registerOperation(
    api,
    operations.getHealth,
    answer(createChecking({ ...ready, ...health }), logsChanges(['Not healthy', 'Healthy again']), {
      error: 'Not everything works as it should.',
      code: 'not_healthy',
    }),
  )
}
