import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mayRewriteLog, prepareDatabase } from '../../../api/database/roles.ts'
import { InvalidConfig } from '../../../api/config/invalid-config.ts'
import { migrateAll } from '../../../api/database/migrations.ts'
import { inOperatorTrail } from '../../../api/security-trail/operator-events.ts'
import { ledgerOn } from '../ledger-cli/ledger-run.ts'
import { freePort } from '../../support/free-port.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../support/postgres.ts'
import { PRODUCTION } from '../../support/production-env.ts'
import { serverProcess } from '../../support/server-process.ts'
import { testServer } from '../../support/test-server.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'
import { openClient } from '../../support/open-client.ts'

const INSUFFICIENT_PRIVILEGE = '42501'

const as = async (url: string, ...statements: readonly string[]): Promise<string | undefined> => {
  const client = await openClient(url)
  try {
    for (const sql of statements) await client.query(sql)
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'not an error of Postgres'
  } finally {
    await client.end()
  }
}

let reader: string
const server = testServer()
beforeAll(async () => {
  const { username, password } = new URL(server.ownerUrl)
  reader = server.ownerUrl.replace(`${username}:${password}@`, 'test_reader:reads@')
  await prepareDatabase({
    ownerUrl: server.ownerUrl,
    writerUrl: server.config.databaseUrl ?? '',
    readerUrl: reader,
  })
})

/** Statements that change or remove past events, or remove their protection. */
const ATTACKS = [
  `update event_store.event set data = '{}'`,
  'delete from event_store.event',
  'truncate event_store.event',
  `insert into event_store.event select position + 1000000, stream_id || 'x', revision, event_id, type, data, metadata, created_at from event_store.event limit 1`,
  'update event_store.head set position = 0',
  'alter table event_store.event disable trigger append_only',
  'alter table event_store.event disable trigger all',
  'drop trigger append_only on event_store.event',
  'create trigger mine before insert on event_store.event for each row execute function event_store.refuse_change()',
  'create or replace function event_store.refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
  'alter table event_store.event owner to current_user',
  'alter table event_store.event rename to former',
  'drop table event_store.event',
  'drop schema event_store cascade',
  'create table event_store.mine ()',
  `set session_replication_role = replica`,
  'set role postgres',
]

describe('the user that the server works as', () => {
  it.each(ATTACKS)('may not: %s', async (attack) => {
    const writer = server.config.databaseUrl ?? ''
    expect(await as(writer, attack)).toBe(INSUFFICIENT_PRIVILEGE)
    expect(await as(writer, `update app.operator_event set outcome = 'done'`)).toBe(INSUFFICIENT_PRIVILEGE)
  })

  it('moves money none the less', async () => {
    const ada = await server.signIn('ada')
    const { status } = await ada.post('/api/wallet/transfer', {
      to_user_identifier: 'grace',
      currency: 'USD',
      amount: '1.00',
    })
    expect(status).toBe(201)
    await server.check()
  })
})

describe("the user of the auditor's tools", () => {
  it.each([
    ...ATTACKS,
    `delete from ${READ_SCHEMA}.wallet`,
    'select * from app.member',
    'select * from app.did_key',
    'update app.operator_event set outcome = outcome',
    `select * from event_store.append_units('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`,
  ])('may not: %s', async (attack) => expect(await as(reader, attack)).toBe(INSUFFICIENT_PRIVILEGE))

  it('replays the log and compares every read model, and the trail says so', async () => {
    const { exit, error } = await ledgerOn(reader)('replay')
    expect([exit, error]).toEqual([0, expect.any(String)])
    const { rows } = await server.pool.query(
      `select role, command, outcome from app.operator_event order by id desc limit 2`,
    )
    expect(rows).toEqual([
      { role: 'test_reader', command: 'ledger replay', outcome: 'done' },
      { role: 'test_reader', command: 'ledger replay', outcome: 'begun' },
    ])
  })
})

describe('the operators’ trail', () => {
  it('does not call finished work failed when it cannot be written any more', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue()
    const rename = (from: string, to: string) =>
      server.pool.query(`alter table app.operator_event rename ${from} to ${to}`)
    const work = async () => {
      await rename('outcome', 'gone')
      return 7
    }
    await expect(inOperatorTrail(server.ownerUrl, 'test', work)).resolves.toBe(7)
    await rename('gone', 'outcome')
    expect(said).toHaveBeenCalledWith(expect.stringContaining('The command is done'), expect.anything())
    said.mockRestore()
  })
})

describe('a rebuild', () => {
  it('is the owner’s to make, and what it makes the server and the auditor may use as before', async () => {
    const { exit, error } = await ledgerOn(server.ownerUrl)('rebuild')
    expect([exit, error]).toEqual([0, expect.any(String)])
    const ada = await server.signIn('ada')
    const sent = await ada.post('/api/wallet/transfer', {
      to_user_identifier: 'grace',
      currency: 'USD',
      amount: '2.00',
    })
    const position = sent.headers.get('Ledger-Position') ?? ''
    const { status } = await ada.fetch('/api/wallet', { headers: { 'Ledger-Min-Position': position } })
    expect(status).toBe(200)
    expect(await as(reader, `select * from ${READ_SCHEMA}.wallet`)).toBeUndefined()
  })
})

describe('an installation whose server owned the tables', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await emptyDatabase()
  })
  afterAll(() => database.drop())

  it('becomes one whose server does not, by one command that may be repeated', async () => {
    await migrateAll(database.url)
    expect(await mayRewriteLog(database.url)).toBe(true)
    expect(await as(database.writerUrl, 'select from event_store.event')).toBe(INSUFFICIENT_PRIVILEGE)
    const roles = { ownerUrl: database.url, writerUrl: database.writerUrl, readerUrl: null }
    await prepareDatabase(roles)
    await prepareDatabase(roles)
    expect(await mayRewriteLog(database.writerUrl)).toBe(false)
    expect(await as(database.writerUrl, 'select from event_store.event')).toBeUndefined()
  })

  it('beside others that are prepared on the same Postgres at that moment', async () => {
    const databases = await Promise.all(Array.from({ length: 6 }, () => freshDatabase()))
    try {
      const preparing = databases.map(({ url, writerUrl }) =>
        prepareDatabase({ ownerUrl: url, writerUrl, readerUrl: null }),
      )
      expect(await Promise.all(preparing)).toHaveLength(6)
    } finally {
      await Promise.all(databases.map((each) => each.drop()))
    }
  })

  it('one user for two purposes is refused', async () => {
    const roles = { ownerUrl: database.url, writerUrl: database.url, readerUrl: null }
    await expect(prepareDatabase(roles)).rejects.toThrow(InvalidConfig)
  })
})

describe('a server of production', () => {
  const saidBy = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'youtility-roles-'))
    const started = serverProcess({ port: await freePort(), dataDir, env: { ...PRODUCTION, ...env } })
    try {
      started.start()
      await expect(started.ready()).rejects.toThrow()
      return started.said()
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }

  it('does not start as somebody who could rewrite the log, nor unready, nor on the read models of another release, nor with the owner’s password', async () => {
    const [made, empty, former] = await Promise.all([freshDatabase(), emptyDatabase(), freshDatabase()])
    await as(former.url, `alter schema ${READ_SCHEMA} rename to read`)
    try {
      const said = await Promise.all([
        saidBy({ DATABASE_URL: made.url }),
        saidBy({ DATABASE_URL: empty.url }),
        saidBy({ DATABASE_URL: made.writerUrl, MIGRATION_DATABASE_URL: made.url }),
        saidBy({ DATABASE_URL: former.writerUrl }),
      ])
      expect(said[0]).toContain('could rewrite the ledger')
      expect(said[1]).toContain('run npm run migrate')
      expect(said[2]).toContain('must not have it')
      expect(said[3]).toContain(`the first is "${READ_SCHEMA} tables"`)
    } finally {
      await Promise.all([made.drop(), empty.drop(), former.drop()])
    }
  }, 60_000)
})
