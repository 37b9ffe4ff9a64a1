import { migrateEventStore } from '../../../events/store/postgres/event-store-schema.ts'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { derivedId } from '../../../events/ids.ts'
import { createFrontier } from '../../../events/proof/frontier.ts'
import { nodeSha256 } from '../../../events/proof/node-sha256.ts'
import { toBase64, toUtf8 } from '../../../events/proof/byte-text.ts'
import { generateLog, generatedMember } from '../../support/generated-log.ts'
import { without } from '../../support/programs.ts'
import { emptyDatabase, type TestDatabase } from '../../support/postgres.ts'
import { ledgerOn, type Ran } from './ledger-run.ts'

let database: TestDatabase
let run: (...args: readonly string[]) => Promise<Ran>
let folder: string
const EVENTS = 3_000
const member = generatedMember(0)

beforeAll(async () => {
  database = await emptyDatabase()
  await migrateEventStore(database.url)
  await generateLog(database.url, { members: 20, events: EVENTS })
  run = ledgerOn(database.url)
  folder = mkdtempSync(path.join(tmpdir(), 'youtility-export-'))
})

afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const good = async (...args: readonly string[]): Promise<string> => {
  const { exit, out, error } = await run(...args, '--quiet')
  expect(error).toBe('')
  expect(exit).toBe(0)
  return out
}

interface Balances {
  position: string
  balances: { account: string; currency: string; minor: string }[]
}
const balancesAt = async (...args: readonly string[]): Promise<Balances> => {
  const parsed: Balances = JSON.parse(await good('balances', '--json', ...args))
  return parsed
}

const fileOf = (name: string, text: string): string => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

describe.each([[[]], [['--from', '1001', '--to', '2500']], [['--from', '2025-06-01', '--to', '2025-09-30']]])(
  'an export with %j',
  (range) => {
    it.skipIf(without('hledger'))('is accepted by hledger, and its balances are ours', async () => {
      const file = fileOf('log.journal', await good('export', '--format', 'hledger', ...range))
      execFileSync('hledger', ['-f', file, 'check', '--strict', 'ordereddates'])
      const csv = execFileSync('hledger', [
        '-f',
        file,
        'balance',
        '--flat',
        '-N',
        '-O',
        'csv',
        '--layout',
        'bare',
      ])
      const theirs = new Map(
        csv
          .toString()
          .trim()
          .split('\n')
          .slice(1)
          .map((line) => JSON.parse(`[${line}]`))
          .map(([account, currency, amount]) => [`${account} ${currency}`, amount.replace('.', '')]),
      )
      const to = range[3] === undefined ? [] : ['--at', range[3]]
      const ours = (await balancesAt(...to)).balances.filter(({ minor }) => minor !== '0')
      expect(ours.length).toBeGreaterThan(40)
      const digits = (minor: string) => minor.replace(/^(-?)0+(?=\d)/, '$1')
      expect(Object.fromEntries([...theirs].map(([key, minor]) => [key, digits(minor)]))).toEqual(
        Object.fromEntries(ours.map(({ account, currency, minor }) => [`${account} ${currency}`, minor])),
      )
    })

    it.skipIf(without('bean-check'))('is accepted by bean-check', async () => {
      const file = fileOf('log.beancount', await good('export', '--format', 'beancount', ...range))
      execFileSync('bean-check', [file])
    })
  },
)

it.skipIf(without('hledger'))('an export whose assertion was changed is refused by hledger', async () => {
  const text = await good('export', '--format', 'hledger')
  const file = fileOf(
    'changed.journal',
    text.replace(/= -(\d+)\.(\d)/, '= -$1.9$2').replace(/= (\d+)\./, '= 7$1.'),
  )
  expect(spawnSync('hledger', ['-f', file, 'check']).status).not.toBe(0)
})

it.skipIf(without('bean-check'))(
  'an export of which an amount is a cent off is refused by bean-check',
  async () => {
    const text = await good('export', '--format', 'beancount')
    const file = fileOf(
      'changed.beancount',
      text.replace(/(balance \S+:Usd -?\d+\.\d)(\d) ~/, (_, a, b) => `${a}${(Number(b) + 1) % 10} ~`),
    )
    expect(spawnSync('bean-check', [file]).status).not.toBe(0)
  },
)

describe('the events as they are sealed', () => {
  it('are the leaves of the tree that the checkpoint speaks of', async () => {
    const lines = (await good('export', '--format', 'jsonl')).trimEnd().split('\n')
    const frontier = createFrontier((data) => new Uint8Array(createHash('sha256').update(data).digest()))
    for (const line of lines) frontier.append(toUtf8(line))
    expect(frontier.size()).toBe(EVENTS)
    expect(await good('checkpoint')).toBe(`youtility-ledger\n${EVENTS}\n${toBase64(frontier.root())}\n`)
    const early = createFrontier(nodeSha256)
    for (const line of lines.slice(0, 777)) early.append(toUtf8(line))
    expect(await good('checkpoint', '--at', '777')).toBe(`youtility-ledger\n777\n${toBase64(early.root())}\n`)
  })

  it('make a table with a line for each posting', async () => {
    const [header, first, ...rest] = (await good('export', '--format', 'csv')).trimEnd().split('\n')
    expect(header).toBe('position,time,stream,revision,event,type,account,currency,minor,balance_minor')
    expect(first).toMatch(/^2,2025-\S+Z,wallet-\S+,1,\S+,DepositCredited,asset:bank,USD,100000000,100000000$/)
    expect(rest).toHaveLength(2 * (EVENTS - 20) - 1)
  })
})

describe('balances', () => {
  it('at position n are the fold of the events up to n', async () => {
    const of = async (...args: readonly string[]) =>
      (await balancesAt('--account', `liability:member:${member}`, ...args)).balances
    expect(await of('--at', '2')).toEqual([
      { account: `liability:member:${member}:usd`, currency: 'USD', minor: '-100000000' },
    ])
    const sums = new Map<string, bigint>()
    for (const { currency, minor } of (await balancesAt('--at', '1500')).balances)
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(minor))
    expect([...sums.values()]).toEqual([0n, 0n])
    expect((await balancesAt('--at', '2025-12-31')).position).toBe(String(EVENTS))
  })

  it.each([
    ['a position that the log has not reached', ['--at', '3001'], /ends at position 3000/],
    ['a time to come', ['--at', '2999-01-01'], /has not come/],
    ['an account that was never used', ['--account', 'liability:member:nobody'], /nothing was ever posted/],
  ])('of %s are an error and not nothing', async (_, args, words) => {
    const { exit, out, error } = await run('balances', ...args)
    expect([exit, out]).toEqual([3, ''])
    expect(error).toMatch(words)
  })
})

describe('a statement', () => {
  it('ends with what the member owns', async () => {
    const lines = (await good('statement', member)).trimEnd().split('\n')
    expect(lines[0]).toMatch(/WalletOpened$/)
    expect(lines[1]).toMatch(/DepositCredited\s+usd\s+1000000\.00\s+1000000\.00 USD$/)
    const { balances } = await balancesAt('--account', `liability:member:${member}:usd`)
    const owned = (-Number(balances[0]?.minor) / 100).toFixed(2)
    expect(lines.findLast((line) => line.endsWith('USD'))).toContain(` ${owned} USD`)
  })

  it('of nobody is an error', async () => {
    expect((await run('statement', derivedId('nobody'))).exit).toBe(3)
    expect((await run('statement', 'ada')).exit).toBe(2)
  })
})

describe('a trace', () => {
  const transferId = derivedId('generated transfer', '1')
  it('shows both legs of a transfer', async () => {
    const steps = (await good('trace', transferId, '--json'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(steps.map(({ type }) => type)).toEqual(['TransferSent', 'TransferReceived'])
    expect(steps.map(({ stream }) => stream)).toEqual([
      `wallet-${generatedMember(1)}`,
      `wallet-${generatedMember(9)}`,
    ])
  })
  it('of nothing, and of a member, is an error', async () => {
    expect((await run('trace', derivedId('nothing'))).error).toMatch(/No event/)
    expect((await run('trace', member)).error).toMatch(/is a member/)
  })
})

it('finds what a process or a request wrote, by the beginning of its id', async () => {
  const [sent = ''] = (await good('trace', derivedId('generated transfer', '1'), '--json')).split('\n')
  const id = String(JSON.parse(sent).id)
  const found = async (reference: string) => (await good('find', reference, '--json')).trimEnd().split('\n')
  expect((await found(id.slice(0, 8))).map((line) => JSON.parse(line).type)).toEqual(['TransferSent'])
  expect((await run('find', 'ffffffff-0000')).exit).toBe(3)
  expect((await run('find', 'abc')).exit).toBe(2)
})

describe('the command line', () => {
  it.each(['replay', 'balances', 'statement', 'trace', 'export', 'checkpoint', 'rebuild', 'erase-check'])(
    'explains %s',
    async (name) => {
      const { exit, out } = await run(name, '--help')
      expect(exit).toBe(0)
      expect(out).toContain(`npm run ledger -- ${name}`)
    },
  )

  it('says what it does not understand', async () => {
    for (const args of [
      [],
      ['nonsense'],
      ['replay', '--nonsense'],
      ['export', '--format', 'toString'],
      ['balances', '--at', 'soon'],
    ])
      expect((await run(...args)).exit).toBe(2)
  })

  it('names in its help the log that it takes, and what writes', async () => {
    const { exit, out } = await run('--help')
    expect(exit).toBe(0)
    for (const place of ['EVENTSTORE_URL', 'READER_DATABASE_URL', 'DATABASE_URL', 'beside a running server'])
      expect(out).toContain(place)
    expect(out).toContain('rebuild, copy, keys --rotate')
  })

  it('says that there are no read models rather than that they are right', async () => {
    expect(await run('replay', '--quiet')).toMatchObject({
      exit: 3,
      error: expect.stringContaining('no read models'),
    })
    expect(JSON.parse(await good('replay', '--no-read-models', '--idle', '--json'))).toMatchObject({
      ok: true,
      events: EVENTS,
    })
  })

  it('answers when the store does not', async () => {
    const nowhere = ledgerOn('postgres://localhost:1/nowhere')
    expect((await nowhere('replay', '--no-read-models')).exit).toBe(3)
  })
})
