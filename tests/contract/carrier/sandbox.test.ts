import { NEVER_SENT } from '../../support/never-sent.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '../../../api/database/database.ts'
import { createSandboxCarrier } from '../../../api/sandbox/carrier/carrier.ts'
import { NUMBER_COUNT, numberAt } from '../../../api/sandbox/carrier/numbers.ts'
import { MINUTE_MS, standingClock } from '../../support/moving-clock.ts'
import { freshDatabase } from '../../support/postgres.ts'
import { carrierContract } from './contract.ts'

const startSandbox = async () => {
  const database = await freshDatabase()
  const pool = createPool(database.url, { max: 4 })
  const clock = standingClock('2026-11-18T12:00:00Z')
  const carrier = createSandboxCarrier({ pool, clock, secret: 'a secret', minuteSeconds: 60 })
  return {
    carrier,
    clock,
    pool,
    now: clock,
    settle: () => clock.forward(5 * MINUTE_MS),
    // The sandbox generates usage by itself.
    use: () => {},
    stop: async () => {
      await pool.end()
      await database.drop()
    },
  }
}

carrierContract('sandbox', startSandbox)

describe('the sandbox carrier', () => {
  let sandbox: Awaited<ReturnType<typeof startSandbox>>
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox?.stop())
  const order = (label = 'Phone', attempt = 1, orderId = randomUUID()) =>
    sandbox.carrier.order({
      orderId,
      deviceType: 'smartphone',
      orderedAt: sandbox.clock(),
      label,
      attempt,
      sending: NEVER_SENT,
    })

  it('needs from 2 to 5 minutes', async () => {
    const references: string[] = []
    for (let each = 0; each < 20; each += 1) references.push(await order())
    const pending = async () => {
      const reports = await Promise.all(references.map((reference) => sandbox.carrier.look(reference)))
      return reports.filter(({ state }) => state === 'pending').length
    }
    sandbox.clock.forward(2 * MINUTE_MS - 1)
    expect(await pending()).toBe(20)
    sandbox.clock.forward(1.5 * MINUTE_MS)
    expect(await pending()).toBeGreaterThan(0)
    expect(await pending()).toBeLessThan(20)
    sandbox.clock.forward(1.5 * MINUTE_MS + 1)
    expect(await pending()).toBe(0)
  })

  it('fails under the labels that say so, after the same while', async () => {
    const references = [
      await order('Test: no numbers'),
      await order('test: FAILS'),
      await order('Test: fails once'),
    ]
    const second = await order('Test: fails once', 2)
    for (const reference of references) expect((await sandbox.carrier.look(reference)).state).toBe('pending')
    sandbox.clock.forward(5 * MINUTE_MS)
    expect(await Promise.all(references.map((one) => sandbox.carrier.look(one)))).toEqual([
      { state: 'failed', code: 'out_of_numbers' },
      { state: 'failed', code: 'provisioning_failed' },
      { state: 'failed', code: 'provisioning_failed' },
    ])
    expect((await sandbox.carrier.look(second)).state).toBe('active')
  })

  it('takes no order that was ended before it came', async () => {
    const orderId = randomUUID()
    await sandbox.carrier.release({ orderId, reference: null })
    const reference = await order('Phone', 1, orderId)
    sandbox.clock.forward(5 * MINUTE_MS)
    expect((await sandbox.carrier.look(reference)).state).toBe('ended')
  })

  it('keeps no activation code', async () => {
    const reference = await order()
    sandbox.clock.forward(5 * MINUTE_MS)
    const code = (await sandbox.carrier.activationCode(reference)) ?? ''
    const { rows } = await sandbox.pool.query('select to_jsonb(l)::text as line from app.sandbox_line l')
    const secret = code.split('$')[2] ?? 'none'
    expect(secret.length).toBeGreaterThan(15)
    for (const { line } of rows) expect(line).not.toContain(secret)
  })

  it('runs out of numbers when all are taken, and has one again when a line is ended', async () => {
    const numbers = Array.from({ length: NUMBER_COUNT }, (_, index) => numberAt(index))
    const orderIds = numbers.map(() => randomUUID())
    await sandbox.pool.query(`delete from app.sandbox_line`)
    await sandbox.pool.query(
      `insert into app.sandbox_line (reference, order_id, device_type, iccid, msisdn, ready_at)
      select 'line ' || number, order_id, 'other', number, number, '2026-01-01'
      from unnest($1::text[], $2::uuid[]) as taken (number, order_id)`,
      [numbers, orderIds],
    )
    const late = await order()
    sandbox.clock.forward(5 * MINUTE_MS)
    expect(await sandbox.carrier.look(late)).toEqual({ state: 'failed', code: 'out_of_numbers' })
    await sandbox.carrier.release({ orderId: orderIds[7] ?? '', reference: null })
    const later = await order()
    sandbox.clock.forward(5 * MINUTE_MS)
    expect((await sandbox.carrier.look(later)).state).toBe('active')
  })
})
