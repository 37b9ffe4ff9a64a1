import { operations } from '../contract/operations.ts'
import { HttpError } from '../http/errors.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import type { MoneyClock } from './money-clock.ts'

/** Route that advances the sandbox's clock; refused in production. */
export const registerMoneyClock = (api: ApiRouter, clock: MoneyClock): void => {
  registerOperation(api, operations.advanceClock, async ({ body, ctx }) => {
    if (clock.shiftMs() === null)
      throw new HttpError(403, 'sandbox_only', 'The clock can be put forward in the sandbox only.')
    const shift = await clock.advance(body.days)
    ctx.state.log.info({ days: body.days, shiftMs: shift }, 'The sandbox clock was put forward')
    return { now: clock.now().toISOString(), shift_ms: shift }
  })
}
