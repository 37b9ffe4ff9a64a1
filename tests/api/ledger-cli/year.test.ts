import { execFile } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runLedger } from '../../../api/ledger-cli/run.ts'
import { loadFacts } from '../../support/generated-year/load.ts'
import { sized } from '../../support/size.ts'
import { generatedYear } from '../../support/generated-year/year.ts'
import { freshDatabase, type TestDatabase } from '../../support/postgres.ts'
import { without } from '../../support/programs.ts'
import { ledgerOn } from './ledger-run.ts'

/** A year of members, with every kind of event, as two independent accounting programs see it. */
const MEMBERS = sized({ gate: 75, long: 500 })
const MB = 1 << 20
const run = promisify(execFile)

let database: TestDatabase
let folder: string
let facts = 0
const kinds = new Map<string, number>()

beforeAll(async () => {
  database = await freshDatabase()
  folder = mkdtempSync(path.join(tmpdir(), 'youtility-year-'))
  function* counted() {
    for (const fact of generatedYear({ members: MEMBERS })) {
      kinds.set(fact.event.type, (kinds.get(fact.event.type) ?? 0) + 1)
      yield fact
    }
  }
  facts = await loadFacts(database.url, counted())
}, 120_000)

afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const exported = async (format: 'hledger' | 'beancount'): Promise<string> => {
  const file = path.join(folder, `year.${format}`)
  const stream = createWriteStream(file)
  const exit = await runLedger(['export', '--format', format, '--quiet'], {
    env: { DATABASE_URL: database.url },
    out: async (text) => {
      if (!stream.write(text)) await once(stream, 'drain')
    },
    error: (text) => expect.fail(text),
    isWatched: false,
  })
  expect(exit).toBe(0)
  stream.end()
  await once(stream, 'finish')
  return file
}

const ourBalances = async (): Promise<Record<string, string>> => {
  const { out } = await ledgerOn(database.url)('balances', '--json', '--quiet')
  const { balances }: { balances: { account: string; currency: string; minor: string }[] } = JSON.parse(out)
  return Object.fromEntries(
    balances
      .filter(({ minor }) => minor !== '0')
      .map(({ account, currency, minor }) => [`${account} ${currency}`, minor]),
  )
}

/** `-0012.50` -> `-1250`: both programs write all decimals of a currency. */
const minorOf = (amount: string): string => BigInt(amount.replace('.', '')).toString()

it('has every kind of event, two hundred a member, and keeps every rule', { timeout: 60_000 }, async () => {
  expect(facts).toBeGreaterThan(200 * MEMBERS)
  expect(kinds.size).toBeGreaterThanOrEqual(53)
  const { exit, out, error } = await ledgerOn(database.url)(
    'replay',
    '--no-read-models',
    '--idle',
    '--json',
    '--quiet',
  )
  expect(error).toBe('')
  expect(exit).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ ok: true, events: facts, inFlight: [] })
})

it.skipIf(without('hledger'))(
  'is accepted by hledger with an assertion on every posting, and its balances are ours',
  { timeout: 300_000 },
  async () => {
    const file = await exported('hledger')
    const [, { stdout }] = await Promise.all([
      run('hledger', ['-f', file, 'check', '--strict', 'ordereddates']),
      run('hledger', ['-f', file, 'balance', '--flat', '-N', '-O', 'csv', '--layout', 'bare'], {
        maxBuffer: 64 * MB,
      }),
    ])
    const theirs = stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((line): [string, string, string] => JSON.parse(`[${line}]`))
      .map(([account, currency, amount]) => [`${account} ${currency}`, minorOf(amount)])
    expect(theirs.length).toBeGreaterThan(MEMBERS)
    expect(Object.fromEntries(theirs)).toEqual(await ourBalances())
  },
)

it.skipIf(without('bean-check'))(
  'is accepted by bean-check with every account asserted after every day that touched it',
  { timeout: 300_000 },
  async () => {
    const file = await exported('beancount')
    await run('bean-check', ['--no-cache', file])
  },
)
