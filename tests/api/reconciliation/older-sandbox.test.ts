import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withClient } from '../../../events/store/postgres/with-client.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const MIGRATION = path.join(import.meta.dirname, '../../../api/migrations/0469_sandbox-money-in.sql')
const [UP = ''] = readFileSync(MIGRATION, 'utf8').split('-- Down Migration')

/** Beside the server's own tables, those of an installation before the migration. */
const BEFORE = `
  create schema older;
  set search_path = older;
  create table seeding (like app.seeding including all);
  create table sandbox_paid_in (like app.sandbox_paid_in including all);
  create table sandbox_bank_receipt (like app.sandbox_bank_receipt including all)`

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server?.check({ idle: false })
  await server?.stop()
})

/** What an installation has at the bank after the migration, where it had what `prepare` makes. */
const migrated = (prepare: (client: Client) => Promise<unknown>) =>
  withClient(server.ownerUrl, 'older', async (client) => {
    await client.query('begin')
    try {
      await client.query(BEFORE)
      await prepare(client)
      await client.query(UP)
      const { rows } = await client.query<{ number: string; reference: string | null; cents: string }>(
        'select number, reference, member_id, cents from sandbox_money_in order by number',
      )
      const { rows: left } = await client.query(
        'select cents from sandbox_paid_in union all select cents from sandbox_bank_receipt',
      )
      expect(left).toEqual([])
      const { rows: next } = await client.query<{ number: string }>(
        'insert into sandbox_money_in (cents, at) values (1, now()) returning number',
      )
      expect(Number(next[0]?.number)).toBeGreaterThan(
        Math.max(0, ...rows.map(({ number }) => Number(number))),
      )
      return rows
    } finally {
      await client.query('rollback')
    }
  })

it('what came in keeps the id that it had at the bank, and the cursor of who follows it', async () => {
  const [member, deposit] = [randomUUID(), randomUUID()]
  const rows = await migrated(async (client) => {
    await client.query(
      `insert into sandbox_bank_receipt (id, member_id, cents, received_at) overriding system value
       values (4, $1, 100, now()), (7, $1, 300, now())`,
      [member],
    )
    await client.query('insert into sandbox_paid_in (reference, cents, at) values ($1, 500, now())', [
      deposit,
    ])
  })
  expect(rows.map((row) => ({ ...row, cents: Number(row.cents), number: Number(row.number) }))).toEqual([
    { number: 4, reference: null, member_id: member, cents: 100 },
    { number: 7, reference: null, member_id: member, cents: 300 },
    { number: 8, reference: deposit, member_id: null, cents: 500 },
  ])
})

it('what demo members were given before the bank had books is in them, each once', async () => {
  const { rows: paidIn } = await server.pool.query<{ reference: string; cents: bigint }>(
    'select reference, cents from app.sandbox_money_in where reference is not null',
  )
  expect(paidIn.length).toBeGreaterThan(10)
  const given = new Map(paidIn.map(({ reference, cents }) => [reference, Number(cents)]))
  const [known] = paidIn
  const rows = await migrated(async (client) => {
    await client.query('insert into seeding default values')
    await client.query('insert into sandbox_paid_in (reference, cents, at) values ($1, $2, now())', [
      known?.reference,
      String(known?.cents),
    ])
  })
  expect(new Map(rows.map(({ reference, cents }) => [reference, Number(cents)]))).toEqual(given)
  expect(rows).toHaveLength(given.size)
})

it('where nobody was seeded, nothing is made up', async () => {
  expect(await migrated(async () => {})).toEqual([])
})
