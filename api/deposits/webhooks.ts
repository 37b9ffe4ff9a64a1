import { operations } from '../contract/operations.ts'
import { HttpError } from '../http/errors.ts'
import { readRawBody } from '../http/json-body.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import type { DepositsArea } from './context.ts'
import { InvalidWebhook } from './processor.ts'

const REFUSALS = {
  signature: ['invalid_signature', 'The signature of this webhook is not valid.'],
  too_old: ['webhook_too_old', 'This webhook was signed too long ago.'],
  malformed: ['invalid_webhook', 'This webhook cannot be read.'],
} as const

export const providerNotFound = (): HttpError =>
  new HttpError(404, 'provider_not_found', 'This provider is not set up here.')

/** The answer to a webhook that is not its provider's. */
export const webhookRefused = (error: InvalidWebhook): HttpError => {
  const [code, sentence] = REFUSALS[error.reason]
  return new HttpError(400, code, sentence, { cause: error })
}

/**
 * `POST /api/webhooks/{provider}`: the only way outcomes of payments arrive. Nothing is trusted before the signature
 * over the raw bytes is verified; events of other types are acknowledged, so that they are not sent again.
 */
export const registerWebhooks = (
  api: ApiRouter,
  {
    processor,
    inbox,
    validations,
    webhooks,
  }: Pick<DepositsArea, 'processor' | 'inbox' | 'validations' | 'webhooks'>,
): void => {
  registerOperation(api, operations.receiveWebhook, async ({ params, ctx }) => {
    if (params.provider !== processor.name) throw providerNotFound()
    const body = await readRawBody(ctx.req)
    try {
      const event = await processor.readWebhook(body, ctx.req.headers)
      // Before it is known: where this fails, the processor sends it again.
      if (event.validation) await validations.decided(event.validation.reference, event.validation.outcome)
      const outcome = await inbox.accept(processor.name, event)
      webhooks.inc({ provider: processor.name, outcome })
      ctx.state.log.info(
        { provider: processor.name, eventId: event.id, eventType: event.type, outcome },
        'webhook',
      )
    } catch (error) {
      if (!(error instanceof InvalidWebhook)) throw error
      webhooks.inc({ provider: processor.name, outcome: 'refused' })
      throw webhookRefused(error)
    }
    return { received: true as const }
  })
}
