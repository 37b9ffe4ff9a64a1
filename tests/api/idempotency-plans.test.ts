import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from '../../api/database/database.ts'
import { createIdempotencyStore } from '../../api/http/idempotency-store.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

it('keys are found by index, however many there have come to be since the plans were made', async () => {
  const pool = createPool(app.databaseUrl, { max: 1, byKey: true })
  const store = createIdempotencyStore(pool)
  const intent = () => ({ memberId: randomUUID(), key: randomUUID(), route: 'test', bodyHash: 'hash' })
  for (let i = 0; i < 200; i += 1) {
    const one = intent()
    expect(await store.begin(one)).toEqual({ state: 'new' })
    await store.complete(one, { status: 201, body: {}, position: 1n })
  }
  const read = async () => {
    const { rows } = await pool.query<{ seq: bigint; idx: bigint }>(
      `select seq_tup_read as seq, idx_scan as idx from pg_stat_user_tables where relname = 'idempotency_key'`,
    )
    return rows[0]
  }
  await pool.query('select pg_stat_force_next_flush()')
  await expect.poll(async () => (await read())?.idx ?? 0n).toBeGreaterThan(300n)
  expect((await read())?.seq).toBe(0n)
  await pool.end()
})
