import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool, inTransaction } from '../../api/database/database.ts'
import { createCanWrite } from '../../api/health/can-write.ts'
import { freshDatabase, type TestDatabase } from '../support/postgres.ts'
import { eventually } from '../support/read-models.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool(database.url, { max: 3 })
  await pool.query('create table note (text text)')
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const pidOf = async (client: PoolClient): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** Ends a connection as the database server does when it dies, and waits until the client notices. */
const cut = async (client: PoolClient): Promise<void> => {
  let isGone = false
  client.once('end', () => {
    isGone = true
  })
  await pool.query('select pg_terminate_backend($1)', [await pidOf(client)])
  await eventually(() => isGone, 'the connection is lost')
}

const notes = async () => (await pool.query<{ text: string }>('select text from note')).rows

it('survives the loss of a connection that somebody has and does not use at this moment', async () => {
  await expect(
    inTransaction(pool, async (client) => {
      await client.query(`insert into note values ('half')`)
      await cut(client)
      await client.query(`insert into note values ('other half')`)
    }),
  ).rejects.toThrow(/not queryable|terminat/i)
  expect(await notes()).toEqual([])
})

it('survives the loss of a connection that was taken without a transaction', async () => {
  const client = await pool.connect()
  await cut(client)
  client.release()
  expect(await notes()).toEqual([])
})

it('uses no connection again that could not be rolled back', async () => {
  let pid = 0
  await expect(
    inTransaction(pool, async (client) => {
      pid = await pidOf(client)
      await client.query(`insert into note values ('half')`)
      client.query = () => Promise.reject(new Error('no rollback'))
      throw new Error('given up')
    }),
  ).rejects.toThrow('given up')
  await eventually(async () => {
    const { rowCount } = await pool.query('select from pg_stat_activity where pid = $1', [pid])
    return rowCount === 0
  }, 'the connection is closed')
  expect(await notes()).toEqual([])
})

it('keeps nothing of what is not worth keeping', async () => {
  const result = await inTransaction(
    pool,
    async (client) => {
      await client.query(`insert into note values ('nothing')`)
      return 'nothing'
    },
    (kept) => kept !== 'nothing',
  )
  expect(result).toBe('nothing')
  expect(await notes()).toEqual([])
})

it('does not take a database for one that can write because it answers', async () => {
  await pool.query(`create function app.disk_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  let now = 0
  const canWrite = createCanWrite({ pool, role: 'all' }, () => now)
  await canWrite()
  await pool.query(
    'create trigger disk_full before insert or update on app.readiness execute function app.disk_full()',
  )
  await canWrite() // asked again at once: what was seen a moment ago holds
  now += 10_000
  await expect(canWrite()).rejects.toThrow(/extend file/)
  await expect(canWrite()).rejects.toThrow(/extend file/)
  await pool.query('drop trigger disk_full on app.readiness')
  await canWrite()
})

it('gives a Postgres that is cut off five seconds at most', () => {
  const { query_timeout: query, connectionTimeoutMillis: connecting } = pool.options
  expect(Number(query)).toBeLessThanOrEqual(5_000)
  expect(Number(connecting)).toBeLessThanOrEqual(5_000)
})
