import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import * as z from 'zod'
import { derivedId, type Clock } from '../../../events/ids.ts'
import { usd, type Money } from '../../../events/money.ts'
import { inTransaction } from '../../database/database.ts'
import {
  InvalidWebhook,
  PaymentRefused,
  type Payment,
  type SandboxProcessor,
  type ProcessorEvent,
} from '../../deposits/processor.ts'
import {
  ACCOUNT_BEHAVIOURS,
  answeredPlan,
  behaviourOf,
  cancelPlan,
  cardName,
  cardPlan,
  debitPlan,
  isTestAccount,
  type AccountBehaviour,
  type PlannedEvent,
} from './plan.ts'
import { SIGNATURE_HEADER, verify } from './signature.ts'
import { isProof, validationOf } from './validation.ts'

/** A webhook of the sandbox. */
const Webhook = z.object({
  id: z.uuid(),
  type: z.string(),
  data: z.object({
    reference: z.string(),
    deposit_id: z.uuid(),
    total_cents: z.int(),
    code: z.optional(z.string()),
    card: z.optional(z.string()),
  }),
})
type Webhook = z.infer<typeof Webhook>

const DAYS_MAX = 3
const BEHAVIOUR = /^ba_sandbox_([a-z]+)_[0-9a-f]{24}$/

/**
 * A simulated processor that moves no money. It accepts orders like a real one, stores its state in Postgres, and
 * reports everything by signed webhooks alone, which `deliveries.ts` sends. The test card or test account determines
 * how a payment ends, the deposit's id when: the same at every repetition.
 */
export const createSandboxProcessor = ({
  pool,
  clock,
  secret,
  daySeconds,
}: {
  pool: Pool
  clock: Clock
  /** Key that signs webhooks and derives references. */
  secret: string
  /** Real seconds in a simulated day. */
  daySeconds: number
}): SandboxProcessor => {
  const digest = (...parts: string[]) =>
    createHmac('sha256', secret).update(parts.join(' ')).digest('hex').slice(0, 24)

  const sendings = (
    plan: readonly PlannedEvent[],
    payment: { reference: string; depositId: string; totalCents: number; card?: string | undefined },
  ) => {
    const now = clock().getTime()
    return plan.flatMap(({ type, code, afterMs, afterDays = 0, againAfterMs = [] }) => {
      const webhook: Webhook = {
        id: derivedId('sandbox-webhook', payment.reference, type),
        type,
        data: {
          reference: payment.reference,
          deposit_id: payment.depositId,
          total_cents: payment.totalCents,
          ...(code !== undefined && { code }),
          ...(payment.card !== undefined && { card: payment.card }),
        },
      }
      const body = JSON.stringify(webhook)
      const dueAt = now + afterDays * daySeconds * 1_000 + afterMs
      return [0, ...againAfterMs].map((ms) => ({ body, at: new Date(dueAt + ms).toISOString() }))
    })
  }

  const order = async (
    depositId: string,
    prefix: 'pi' | 'ach',
    total: Money,
    plan: readonly PlannedEvent[],
    card?: string,
  ): Promise<Payment> => {
    const reference = `${prefix}_sandbox_${digest('payment', depositId)}`
    const planned = sendings(plan, { reference, depositId, totalCents: Number(total.minor), card })
    const asks = plan.some(({ type }) => type === 'payment.requires_action')
    // One statement: stores the payment and all its webhooks, or neither.
    await pool.query(
      `with made as (
        insert into app.sandbox_payment (reference, deposit_id, total_cents, asks, created_at)
        values ($1, $2, $3, $4, $5) on conflict do nothing returning reference
      )
      insert into app.sandbox_sending (body, next_at)
      select body, at from unnest($6::text[], $7::timestamptz[]) as planned (body, at)
      where exists (select from made)`,
      [
        reference,
        depositId,
        total.minor.toString(),
        asks,
        clock().toISOString(),
        planned.map(({ body }) => body),
        planned.map(({ at }) => at),
      ],
    )
    return { reference, state: 'processing' }
  }

  const paymentBy = async (where: 'deposit_id' | 'reference', value: string): Promise<Payment | null> => {
    const { rows } = await pool.query<{ reference: string }>(
      `select reference from app.sandbox_payment where ${where} = $1`,
      [value],
    )
    return rows[0] ? { reference: rows[0].reference, state: 'processing' } : null
  }

  /** Ends a payment that waits for its payer's answer, once. */
  const end = async (
    where: 'deposit_id' | 'reference',
    value: string,
    ending: 'approve' | 'decline' | 'cancel',
  ): Promise<boolean> => {
    return inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ reference: string; deposit_id: string; total_cents: bigint }>(
        `update app.sandbox_payment set ending = $2 where ${where} = $1 and asks and ending is null
        returning reference, deposit_id, total_cents`,
        [value, ending],
      )
      const [row] = rows
      if (!row) return false
      const planned = sendings(ending === 'cancel' ? cancelPlan : answeredPlan(ending), {
        reference: row.reference,
        depositId: row.deposit_id,
        totalCents: Number(row.total_cents),
      })
      await client.query(
        `insert into app.sandbox_sending (body, next_at)
        select * from unnest($1::text[], $2::timestamptz[])`,
        [planned.map(({ body }) => body), planned.map(({ at }) => at)],
      )
      return true
    })
  }

  return {
    name: 'sandbox',
    publishableKey: null,
    createCardPayment: ({ depositId, total, testCardNumber }) =>
      order(depositId, 'pi', total, cardPlan(testCardNumber), cardName(testCardNumber)),
    // It has no keys: a payment is known by its deposit for ever.
    paymentOf: (depositId) => paymentBy('deposit_id', depositId),
    payment: (reference) => paymentBy('reference', reference),
    clientSecretOf: async () => null,
    isTestAccount,
    saveBankAccount: async ({ accountNumber, fingerprint }) => {
      const behaviour = behaviourOf(accountNumber)
      if (behaviour === 'unverifiable') {
        const sentence = 'This bank account could not be verified. Check its numbers or use another account.'
        throw new PaymentRefused('bank_account_unverified', sentence, { account_number: sentence })
      }
      return {
        token: `ba_sandbox_${behaviour}_${digest('account', fingerprint)}`,
        customer: null,
        last4: accountNumber.slice(-4),
        bankName: 'Sandbox Test Bank',
      }
    },
    validateBankAccount: async ({ key, account }) =>
      validationOf(behaviourOfToken(account.token), {
        reference: digest('validation', key),
        now: clock(),
        daySeconds,
      }),
    proveBankAccount: async (reference, proof) => (isProof(reference, proof) ? 'valid' : 'wrong'),
    createBankDebit: async ({ depositId, total, account }) => {
      const days = 1 + (Number.parseInt(digest('days', depositId).slice(0, 8), 16) % DAYS_MAX)
      return order(depositId, 'ach', total, debitPlan(behaviourOfToken(account.token), days))
    },
    cancelPayment: async (reference) => {
      await end('reference', reference, 'cancel')
    },
    arrival: (method, now) => {
      const after = (days: number) =>
        new Date(now.getTime() + (method === 'card' ? 0 : days * daySeconds * 1_000))
      return { from: after(1), by: after(DAYS_MAX) }
    },
    readWebhook: async (body, headers) => {
      verify(secret, body, headers[SIGNATURE_HEADER], clock())
      return eventOf(body)
    },
    answer: async (depositId, outcome) => {
      if (await end('deposit_id', depositId, outcome)) return true
      const { rows } = await pool.query<{ ending: string | null }>(
        'select ending from app.sandbox_payment where deposit_id = $1',
        [depositId],
      )
      return rows[0]?.ending === outcome
    },
  }
}

const behaviourOfToken = (token: string): AccountBehaviour => {
  const behaviour = z.enum(ACCOUNT_BEHAVIOURS).safeParse(BEHAVIOUR.exec(token)?.[1])
  if (behaviour.success) return behaviour.data
  throw new PaymentRefused('bank_account_unknown', 'The sandbox does not know this bank account.')
}

const eventOf = (body: Buffer): ProcessorEvent => {
  let webhook: Webhook
  try {
    webhook = Webhook.parse(JSON.parse(body.toString()))
  } catch (error) {
    throw new InvalidWebhook('malformed', { cause: error })
  }
  const { id, type, data } = webhook
  const { reference, deposit_id: depositId, total_cents: totalCents, code = 'processing_error', card } = data
  switch (type) {
    case 'payment.requires_action':
      return { id, type, deposit: { depositId, change: { to: 'action_required', reference } } }
    case 'payment.processing':
      return { id, type, deposit: { depositId, change: { to: 'processing', reference } } }
    case 'payment.succeeded':
      return {
        id,
        type,
        deposit: {
          depositId,
          change: {
            to: 'succeeded',
            reference,
            charged: usd(totalCents),
            ...(card !== undefined && { card }),
          },
        },
      }
    case 'payment.failed':
      return { id, type, deposit: { depositId, change: { to: 'failed', reference, code } } }
    case 'payment.canceled':
      return { id, type, deposit: { depositId, change: { to: 'failed', reference, code: 'canceled' } } }
    case 'payment.returned':
      return { id, type, deposit: { depositId, change: { to: 'returned', reference, code } } }
    default:
      return { id, type, deposit: null }
  }
}
