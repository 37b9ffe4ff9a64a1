import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadFacts } from '../../support/generated-year/load.ts'
import { generatedYear } from '../../support/generated-year/year.ts'
import { memberNamed, walletOpened } from '../../support/wallet-log.ts'
import { compareTable, type RowDifference } from '../../../projections/compare/compare.ts'
import { withScratch } from '../../../projections/compare/scratch.ts'
import { tablesOf } from '../../../projections/compare/tables.ts'
import { PROJECTIONS } from '../../../projections/projections.ts'
import { openSession } from '../../../projections/session.ts'
import { freshReadModels, type ReadModels } from '../../support/read-models.ts'
import { ledgerOn, type Ran } from './ledger-run.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

/** All read models of a log with events of every kind; the tests tamper with each in turn. */
let models: ReadModels
let run: (...args: readonly string[]) => Promise<Ran>
let facts: number

beforeAll(async () => {
  models = await freshReadModels()
  run = ledgerOn(models.url)
  facts = await loadFacts(models.url, generatedYear({ members: 6, seed: 3 }))
  const running = models.start()
  expect(await running.waitFor(BigInt(facts), 50_000)).toBe(true)
  await running.stop()
}, 100_000)

afterAll(() => models.dispose())

const AUDIT = `${READ_SCHEMA}_audit`

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly is_key: boolean
}

const columns = async (): Promise<readonly Column[]> =>
  (
    await models.pool.query<Column>(
      `select c.relname as table, a.attname as name, a.atttypid::regtype::text as type,
         coalesce(a.attnum = any(i.indkey), false) as is_key
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       join pg_index i on i.indrelid = c.oid and i.indisprimary
       where c.relnamespace = '${READ_SCHEMA}'::regnamespace and c.relkind = 'r' and c.relname not in ('projection', 'pass')
       order by c.relname, a.attnum`,
    )
  ).rows

/** Another value of the same type. */
const CHANGED: Readonly<Record<string, (name: string) => string>> = {
  bigint: (name) => `${name} + 1000000`,
  integer: (name) => `${name} + 1`,
  smallint: (name) => `${name} + 1`,
  numeric: (name) => `${name} + 1`,
  boolean: (name) => `not ${name}`,
  text: (name) => `${name} || 'x'`,
  jsonb: () => `'{"keyId":"k","nonce":"n","ciphertext":"other"}'`,
  date: (name) => `${name} - 1`,
  uuid: () => 'gen_random_uuid()',
  'bigint[]': (name) => `${name} || 1::bigint`,
  bytea: (name) => `set_byte(${name}, 0, (get_byte(${name}, 0) + 1) % 256)`,
  'timestamp with time zone': (name) => `${name} + interval '1 second'`,
}

/** Drops the constraints, which would stop many changes, as the tables' owner can. */
const withoutChecks = async (): Promise<void> => {
  const { rows } = await models.pool.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint
     where connamespace = '${READ_SCHEMA}'::regnamespace and contype = 'c'`,
  )
  for (const { table, name } of rows)
    await models.pool.query(`alter table ${table} drop constraint "${name}"`)
}

const copy = async (table: string, into: string): Promise<string> => {
  const { rows } = await models.pool.query<{ list: string }>(
    `select string_agg(quote_ident(attname), ', ') as list from pg_attribute
     where attrelid = '${READ_SCHEMA}.${table}'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
  )
  const list = rows[0]?.list ?? ''
  await models.pool.query(`create table ${into} as select ${list} from ${READ_SCHEMA}.${table}`)
  return `delete from ${READ_SCHEMA}.${table}; insert into ${READ_SCHEMA}.${table} (${list}) select ${list} from ${into}; drop table ${into}`
}

/** Runs `statement`, which changes one row, then `check`, and undoes the change. */
const tampered = async (statement: string, check: () => Promise<void>, table: string): Promise<void> => {
  const restore = await copy(table, 'public.kept')
  try {
    const { rowCount } = await models.pool.query(statement)
    expect(rowCount).toBe(1)
    await check()
  } finally {
    await models.pool.query(restore)
  }
}

const found = async (statement: string, pattern: RegExp, table: string): Promise<void> =>
  tampered(
    statement,
    async () => {
      const { exit, error } = await run('replay', '--quiet')
      expect([table, exit], error).toEqual([table, 1])
      expect(error).toMatch(pattern)
    },
    table,
  )

/** Builds the tables from the log once, to compare single tables with them. */
const comparing = async (
  work: (differenceIn: (table: string) => Promise<RowDifference | null>) => Promise<void>,
): Promise<void> => {
  const { store, url } = models
  const known = await models.pool.query<{ name: string; position: string }>(
    `select name, position::text from ${READ_SCHEMA}.checkpoint`,
  )
  const positions = new Map(known.rows.map(({ name, position }) => [name, BigInt(position)]))
  const scratch = {
    store,
    url,
    schema: AUDIT,
    projections: PROJECTIONS,
    positions,
    progress: () => {},
  }
  await withScratch(scratch, async (built) => {
    const tables = await tablesOf(built, AUDIT)
    const live = await openSession({ url, schema: READ_SCHEMA, purpose: 'test' })
    try {
      await work(async (name) => {
        const table = tables.find((one) => one.name === name)
        if (!table) throw new Error(`There is no table ${name}`)
        await Promise.all([live.query('begin'), built.query('begin')])
        const sides = [
          { client: live, schema: READ_SCHEMA },
          { client: built, schema: AUDIT },
        ] as const
        const { difference } = await compareTable(table, ...sides)
        await Promise.all([live.query('rollback'), built.query('rollback')])
        return difference
      })
    } finally {
      await live.end()
    }
  })
}

describe('read models that follow from the log', () => {
  it('pass row by row', async () => {
    const { exit, out, error } = await run('replay', '--idle', '--json', '--quiet')
    expect(error).toBe('')
    expect(exit).toBe(0)
    const tables = new Set((await columns()).map(({ table }) => table)).size
    expect(JSON.parse(out)).toMatchObject({ ok: true, events: facts, readModels: { tables } })
    const { rows } = await models.pool.query(`select nspname from pg_namespace where nspname like 'read%'`)
    expect(rows).toEqual([{ nspname: READ_SCHEMA }])
  })

  it('pass as of where they are, when they lag behind', async () => {
    const position = await models.writer.append(walletOpened(memberNamed('late')))
    try {
      const { exit, out } = await run('replay', '--json', '--quiet')
      expect(exit).toBe(0)
      expect(JSON.parse(out)).toMatchObject({
        events: Number(position),
        readModels: { position: String(facts) },
      })
    } finally {
      const running = models.start()
      expect(await running.waitFor(position, 50_000)).toBe(true)
      await running.stop()
    }
  })
})

it('finds a changed value in any column of any table, and names table, row and column', async () => {
  await withoutChecks()
  const values = (await columns()).filter(({ is_key }) => !is_key)
  let tried = 0
  await comparing(async (differenceIn) => {
    for (const { table, name, type } of values) {
      const filled = `(select ctid from ${READ_SCHEMA}.${table} where ${name} is not null limit 1)`
      const { rows } = await models.pool.query<{ found: boolean }>(`select ${filled} is not null as found`)
      if (!rows[0]?.found) continue
      const change = CHANGED[type]?.(name)
      if (change === undefined) throw new Error(`How is a ${type} changed?`)
      await tampered(
        `update ${READ_SCHEMA}.${table} set ${name} = ${change} where ctid = ${filled}`,
        async () => expect(await differenceIn(table)).toMatchObject({ table, column: name }),
        table,
      )
      tried += 1
    }
  })
  expect(tried).toBeGreaterThan(80)
}, 60_000)

it('finds a missing row in any table', async () => {
  const tables = new Set((await columns()).map(({ table }) => table))
  await comparing(async (differenceIn) => {
    for (const table of tables) {
      const { rows } = await models.pool.query<{ some: boolean }>(
        `select exists (select from ${READ_SCHEMA}.${table}) as some`,
      )
      expect(await differenceIn(table)).toBeNull()
      if (!rows[0]?.some) continue
      await tampered(
        `delete from ${READ_SCHEMA}.${table} where ctid = (select ctid from ${READ_SCHEMA}.${table} limit 1)`,
        async () =>
          expect(await differenceIn(table)).toMatchObject({
            table,
            column: null,
            readModel: 'it is missing',
          }),
        table,
      )
    }
  })
}, 60_000)

it('the replay says where a row differs, is missing, is invented, and which event it pretends to follow', async () => {
  await found(
    `update ${READ_SCHEMA}.vote set weight = weight + 1000000
     where ctid = (select ctid from ${READ_SCHEMA}.vote limit 1)`,
    /Table vote, row .*: weight is/,
    'vote',
  )
  await found(
    `delete from ${READ_SCHEMA}.vote where ctid = (select ctid from ${READ_SCHEMA}.vote limit 1)`,
    /Table vote, row .*: .*it is missing/,
    'vote',
  )
  await found(
    `insert into ${READ_SCHEMA}.vote select gen_random_uuid(), member_id, vote_id, vote, weight, voted_at from ${READ_SCHEMA}.vote limit 1`,
    /Table vote, row proposal_id=.*by the log there is none, in the read model it is there/,
    'vote',
  )
  await found(
    `update ${READ_SCHEMA}.activity set minor = minor + 1 where id = (select id from ${READ_SCHEMA}.activity where kind = 'rcv' limit 1)`,
    /minor is \d+ by the log and \d+ in the read model; the last event about it: position \d+, stream wallet-.*, TransferReceived/,
    'activity',
  )
  // Wallets are compared earlier, with the audit's own balances.
  await found(
    `update ${READ_SCHEMA}.wallet set usd_minor = usd_minor + 1 where ctid = (select ctid from ${READ_SCHEMA}.wallet limit 1)`,
    /wallet/,
    'wallet',
  )
}, 60_000)

it('a rebuild by the command line says what it changed, and that it changed nothing', async () => {
  const same = JSON.parse((await run('rebuild', '--json')).out)
  expect(same).toMatchObject({ ok: true, changed: [], after: same.before })
  await models.pool.query(`update ${READ_SCHEMA}.wallet set usd_minor = usd_minor + 1`)
  const mended = JSON.parse((await run('rebuild', '--json')).out)
  expect(mended).toMatchObject({ ok: true, changed: ['wallet'], after: same.after })
  expect((await run('replay', '--idle', '--quiet')).exit).toBe(0)
})
