import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadFacts } from '../../support/generated-year/load.ts'
import { generatedYear } from '../../support/generated-year/year.ts'
import { memberNamed, walletOpened } from '../../support/wallet-log.ts'
import { freshReadModels, type ReadModels } from '../../support/read-models.ts'
import { ledgerOn, type Ran } from './ledger-run.ts'

/** Every read model that a log with events of every kind makes; each is tampered with in turn. */
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
       where c.relnamespace = 'read'::regnamespace and c.relkind = 'r' and c.relname not in ('checkpoint', 'migration')
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
  bytea: (name) => `set_byte(${name}, 0, (get_byte(${name}, 0) + 1) % 256)`,
  'timestamp with time zone': (name) => `${name} + interval '1 second'`,
}

/** Constraints would stop many changes; whoever owns the tables can remove them. */
const withoutChecks = async (): Promise<void> => {
  const { rows } = await models.pool.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint
     where connamespace = 'read'::regnamespace and contype = 'c'`,
  )
  for (const { table, name } of rows)
    await models.pool.query(`alter table ${table} drop constraint "${name}"`)
}

const tampered = async (statement: string, check: (ran: Ran) => void, table: string): Promise<void> => {
  await models.pool.query(`create table public.kept as table read.${table}`)
  const generated = await models.pool.query<{ list: string }>(
    `select string_agg(quote_ident(attname), ', ') as list from pg_attribute
     where attrelid = 'read.${table}'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
  )
  const list = generated.rows[0]?.list ?? ''
  try {
    const { rowCount } = await models.pool.query(statement)
    expect(rowCount).toBe(1)
    check(await run('replay', '--quiet'))
  } finally {
    await models.pool.query(
      `delete from read.${table}; insert into read.${table} (${list}) select ${list} from public.kept; drop table public.kept`,
    )
  }
}

describe('read models that follow from the log', () => {
  it('pass row by row', async () => {
    const { exit, out, error } = await run('replay', '--idle', '--json', '--quiet')
    expect(error).toBe('')
    expect(exit).toBe(0)
    const tables = new Set((await columns()).map(({ table }) => table)).size
    expect(JSON.parse(out)).toMatchObject({ ok: true, events: facts, readModels: { tables } })
    const { rows } = await models.pool.query(`select nspname from pg_namespace where nspname like 'read%'`)
    expect(rows).toEqual([{ nspname: 'read' }])
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

it(
  'finds a changed value in any column of any table, and names table, row and column',
  { timeout: 300_000 },
  async () => {
    await withoutChecks()
    const values = (await columns()).filter(({ is_key }) => !is_key)
    let tried = 0
    for (const { table, name, type } of values) {
      const filled = `(select ctid from read.${table} where ${name} is not null limit 1)`
      const { rows } = await models.pool.query<{ found: boolean }>(`select ${filled} is not null as found`)
      if (!rows[0]?.found) continue
      const change = CHANGED[type]?.(name)
      if (change === undefined) throw new Error(`How is a ${type} changed?`)
      await tampered(
        `update read.${table} set ${name} = ${change} where ctid = ${filled}`,
        ({ exit, error }) => {
          expect([table, name, exit], error).toEqual([table, name, 1])
          // Wallets are compared with balances of the audit's own before.
          if (table !== 'wallet') expect(error).toMatch(new RegExp(`Table ${table}, row .*: ${name} is`))
        },
        table,
      )
      tried += 1
    }
    expect(tried).toBeGreaterThan(80)
  },
)

it('finds a missing row in any table', { timeout: 200_000 }, async () => {
  const tables = new Set((await columns()).map(({ table }) => table))
  for (const table of tables) {
    const { rows } = await models.pool.query<{ some: boolean }>(
      `select exists (select from read.${table}) as some`,
    )
    if (!rows[0]?.some) continue
    await tampered(
      `delete from read.${table} where ctid = (select ctid from read.${table} limit 1)`,
      ({ exit, error }) => {
        expect([table, exit], error).toEqual([table, 1])
        if (table !== 'wallet') expect(error).toMatch(new RegExp(`Table ${table}, row .*: .*it is missing`))
      },
      table,
    )
  }
})

it('finds an invented row, and names the event that a false one pretends to follow', async () => {
  await tampered(
    `insert into read.payee (sender_id, recipient_id, transfers) values (gen_random_uuid(), gen_random_uuid(), 1)`,
    ({ exit, error }) => {
      expect(exit).toBe(1)
      expect(error).toMatch(
        /Table payee, row sender_id=.*by the log there is none, in the read model it is there/,
      )
    },
    'payee',
  )
  await tampered(
    `update read.transfer set minor = minor + 1 where id = (select id from read.transfer where status = 'completed' limit 1)`,
    ({ exit, error }) => {
      expect(exit).toBe(1)
      expect(error).toMatch(
        /minor is \d+ by the log and \d+ in the read model; the last event about it: position \d+, stream wallet-.*, TransferReceived/,
      )
    },
    'transfer',
  )
})

it('a rebuild by the command line says what it changed, and that it changed nothing', async () => {
  const same = JSON.parse((await run('rebuild', '--json')).out)
  expect(same).toMatchObject({ ok: true, changed: [], after: same.before })
  await models.pool.query(`update read.wallet set usd_minor = usd_minor + 1`)
  const mended = JSON.parse((await run('rebuild', '--json')).out)
  expect(mended).toMatchObject({ ok: true, changed: ['wallet'], after: same.after })
  expect((await run('replay', '--idle', '--quiet')).exit).toBe(0)
})
