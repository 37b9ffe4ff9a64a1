import type { Pool } from 'pg'
import { Counter } from 'prom-client'
import { operations } from '../contract/operations.ts'
import { InvalidWebhook } from '../deposits/processor.ts'
import { providerNotFound, webhookRefused } from '../deposits/webhooks.ts'
import { readRawBody } from '../http/json-body.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { WORK_CHANNEL } from '../processes/waking.ts'
import { BANK_WORK } from '../wallet/following-bank.ts'

/** How the bank says that something is new. */
export interface BankWebhook {
  /** The bank's name in the webhook's address. */
  readonly provider: string
  /** The id and type of what happened, for the log. @throws {InvalidWebhook} it is not from this bank, or too old */
  readonly read: (
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ) => { readonly id: string; readonly type: string }
}

/**
 * `POST /api/webhooks/{provider}/bank`: has the bank asked now. What the webhook says is not used, so it does not matter
 * how often it comes, nor in which order, nor whether it comes at all.
 */
export const registerBankWebhook = (
  api: ApiRouter,
  {
    webhook,
    pool,
    webhooks,
  }: {
    /** Null: the bank sends none. */
    readonly webhook: BankWebhook | null
    readonly pool: Pool
    /** Counts webhooks by outcome. */
    readonly webhooks: Counter<'outcome'>
  },
): void => {
  registerOperation(api, operations.receiveBankWebhook, async ({ params, ctx }) => {
    if (webhook === null || params.provider !== webhook.provider) throw providerNotFound()
    const body = await readRawBody(ctx.req)
    try {
      const { id, type } = webhook.read(body, ctx.req.headers)
      await pool.query('select pg_notify($1, $2)', [WORK_CHANNEL, BANK_WORK])
      webhooks.inc({ outcome: 'accepted' })
      ctx.state.log.info({ eventId: id, eventType: type }, 'webhook of the bank')
    } catch (error) {
      if (!(error instanceof InvalidWebhook)) throw error
      webhooks.inc({ outcome: 'refused' })
      throw webhookRefused(error)
    }
    return { received: true as const }
  })
}

/** Counts what became of the bank's webhooks. */
export const bankWebhooks = () =>
  new Counter({
    name: 'bank_webhooks_total',
    help: 'Webhooks of the bank: accepted or refused',
    labelNames: ['outcome'],
    registers: [],
  })
