import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '../../api/database/database.ts'
import { createSandboxProcessor } from '../../api/sandbox/processor/processor.ts'
import { sign, SIGNATURE_HEADER } from '../../api/sandbox/processor/signature.ts'
import { derivedId } from '../../events/ids.ts'
import { usd } from '../../events/money.ts'
import { freshDatabase } from '../support/postgres.ts'
import { paymentProcessorContract, type ProcessorHarness } from './payment-processor/contract.ts'

const SECRET = 'a secret of the sandbox'
const TYPES = {
  processing: 'payment.processing',
  action_required: 'payment.requires_action',
  succeeded: 'payment.succeeded',
  failed: 'payment.failed',
  canceled: 'payment.canceled',
  returned: 'payment.returned',
  unknown: 'payment.celebrated',
} as const

const startSandbox = async () => {
  const database = await freshDatabase()
  const pool = createPool(database.url, { max: 4 })
  let now = Date.parse('2026-11-18T12:00:00Z')
  const clock = () => new Date(now)
  const processor = createSandboxProcessor({ pool, clock, secret: SECRET, daySeconds: 60 })
  const webhook: ProcessorHarness['webhook'] = (what, { reference, depositId, totalCents }) => {
    const body = Buffer.from(
      JSON.stringify({
        id: randomUUID(),
        type: TYPES[what],
        data: {
          reference,
          deposit_id: depositId,
          total_cents: totalCents,
          ...(what === 'failed' && { code: 'insufficient_funds' }),
          ...(what === 'returned' && { code: 'R10' }),
        },
      }),
    )
    return { body, headers: { [SIGNATURE_HEADER]: sign(SECRET, body, clock()) } }
  }
  return {
    processor,
    pool,
    webhook,
    advanceSeconds: (seconds: number) => void (now += seconds * 1_000),
    stop: async () => {
      await pool.end()
      await database.drop()
    },
  }
}

paymentProcessorContract('sandbox', startSandbox)

describe('the sandbox', () => {
  let sandbox: Awaited<ReturnType<typeof startSandbox>>
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.stop())

  const planned = async (depositId: string) => {
    const { rows } = await sandbox.pool.query<{ type: string; code: string | null; seconds: string }>(
      `select body::json ->> 'type' as type, body::json -> 'data' ->> 'code' as code,
         extract(epoch from next_at - $2::timestamptz)::text as seconds
       from app.sandbox_sending where body::json -> 'data' ->> 'deposit_id' = $1 order by next_at, id`,
      [depositId, '2026-11-18T12:00:00Z'],
    )
    return rows
  }
  const debit = async (accountNumber: string, name = 'a deposit') => {
    const depositId = derivedId('deposit', name)
    const account = await sandbox.processor.saveBankAccount({
      memberId: randomUUID(),
      routingNumber: '110000000',
      accountNumber,
      holderName: 'Ada',
      accountType: 'checking',
      fingerprint: accountNumber,
    })
    const order = { depositId, isNew: true, total: usd(100), description: undefined, account }
    await sandbox.processor.createBankDebit({
      ...order,
      consent: { ip: '::1', userAgent: 'test' },
    })
    return { depositId, order }
  }

  it('tells of success twice and of processing after it, as real processors do', async () => {
    const depositId = randomUUID()
    const card = {
      depositId,
      isNew: true,
      total: usd(133),
      description: undefined,
      testCardNumber: undefined,
    }
    await sandbox.processor.createCardPayment(card)
    const types = (await planned(depositId)).map(({ type }) => type)
    expect(types.filter((type) => type === 'payment.succeeded').length).toBeGreaterThan(1)
    expect(types.lastIndexOf('payment.processing')).toBeGreaterThan(types.indexOf('payment.succeeded'))
    expect(types).toContain('payment.created')
  })

  it('settles a debit after one to three days, and takes a disputed one back days later', async () => {
    const days = new Set<number>()
    for (let each = 0; each < 20; each += 1) {
      const { depositId } = await debit('000123456789', `deposit ${each}`)
      const success = (await planned(depositId)).find(({ type }) => type === 'payment.succeeded')
      days.add(Math.floor(Number(success?.seconds) / 60))
    }
    expect(days).toEqual(new Set([1, 2, 3]))
    const { depositId } = await debit('000555555559')
    const news = await planned(depositId)
    const [success, back] = ['payment.succeeded', 'payment.returned'].map((kind) =>
      news.find(({ type }) => type === kind),
    )
    expect(back).toMatchObject({ code: 'R10' })
    expect(Number(back?.seconds) - Number(success?.seconds)).toBe(3 * 60)
  })

  it('cancels what waits for its payer and nothing else, and takes one answer', async () => {
    const depositId = randomUUID()
    const order = {
      depositId,
      isNew: true,
      total: usd(133),
      description: undefined,
      testCardNumber: '4000002760003184',
    }
    const { reference } = await sandbox.processor.createCardPayment(order)
    await sandbox.processor.cancelPayment(reference)
    await sandbox.processor.cancelPayment(reference)
    const types = (await planned(depositId)).map(({ type }) => type)
    expect(types.filter((type) => type === 'payment.canceled')).toHaveLength(1)
    expect(await sandbox.processor.answer(depositId, 'approve')).toBe(false)

    const paid = randomUUID()
    const card = {
      depositId: paid,
      isNew: true,
      total: usd(133),
      description: undefined,
      testCardNumber: undefined,
    }
    await sandbox.processor.cancelPayment((await sandbox.processor.createCardPayment(card)).reference)
    expect((await planned(paid)).map(({ type }) => type)).not.toContain('payment.canceled')
  })
})
