import { createHmac, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTreasuryBank } from '../../api/external-services.ts'
import { createSandboxTreasuryBank } from '../../api/sandbox/treasury-bank.ts'
import { bankDetails } from '../support/deposit-calls.ts'
import { freePort } from '../support/free-port.ts'
import { freshDatabase } from '../support/postgres.ts'
import { serverProcess } from '../support/server-process.ts'
import { testServer, type TestServer } from '../support/test-server.ts'
import { refusal, walletOf } from '../support/wallet-calls.ts'
import { ACCOUNTS, optionsFor, withdrawing } from '../support/withdrawal-calls.ts'
import { PRODUCTION } from '../support/production-env.ts'
import { READ_SCHEMA } from '../../projections/schema.ts'

/** What stands in for the outside world, and for a Postgres. */
const STAND_INS = ['sandbox', 'database/embedded']

/** Every module that stands in for something, such as `market/noise.ts`. */
const everyModule = (): string[] =>
  STAND_INS.flatMap((folder) =>
    readdirSync(path.join('api', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => file.replaceAll(path.sep, '/')),
  )

/** Settings that can name a stand-in, and the modules that are loaded for it and for nothing else. */
const NAMED: Readonly<Record<string, RegExp>> = {
  PAYMENT_PROCESSOR: /^processor\//,
  CARRIER: /^carrier\//,
  MARKET: /^market\//,
  TREASURY_BANK: /^(?:treasury-bank\.ts$|paying-bank\/)/,
  PERSON_CHECK: /^person-check\.ts$/,
}

describe('a process of production', () => {
  /** Which modules of the sandbox a server has loaded from its start to its end. */
  const loadedBy = async (env: Readonly<Record<string, string>>): Promise<string[]> => {
    const database = await freshDatabase()
    const dataDir = mkdtempSync(path.join(tmpdir(), 'youtility-production-'))
    const notes = path.join(dataDir, 'loaded')
    const server = serverProcess({
      port: await freePort(),
      dataDir,
      env: {
        ...PRODUCTION,
        DATABASE_URL: database.writerUrl,
        RECORD_LOADED: notes,
        NODE_OPTIONS: `--import=${path.resolve('tests/support/record-loaded.mjs')}`,
        ...env,
      },
    })
    try {
      server.start()
      await server.ready()
      expect(await server.terminate()).toBe(0)
      return existsSync(notes) ? readFileSync(notes, 'utf8').trimEnd().split('\n') : []
    } finally {
      await database.drop()
      rmSync(dataDir, { recursive: true })
    }
  }

  it('loads nothing of what stands in for the outside world', async () => {
    expect(everyModule().length).toBeGreaterThan(25)
    expect(await loadedBy({})).toEqual([])
  }, 60_000)

  it('loads what the operator has named and nothing else', async () => {
    const named = Object.fromEntries(Object.keys(NAMED).map((name) => [name, 'sandbox']))
    const loaded = await loadedBy(named)
    for (const [name, expected] of Object.entries(NAMED))
      expect(
        loaded.some((file) => expected.test(file)),
        name,
      ).toBe(true)
    const others = loaded.filter((file) => !Object.values(NAMED).some((expected) => expected.test(file)))
    expect(others).toEqual([])
    // The clock, the identity provider, the demo data and the embedded database cannot be named at all.
    const never = everyModule().filter(
      (file) => !Object.values(NAMED).some((expected) => expected.test(file)),
    )
    expect(never).toEqual(
      expect.arrayContaining(['clock/clock.ts', 'identity-provider/provider.ts', 'seed.ts']),
    )
  }, 60_000)

  it('cannot load it later either: the rest of the server imports it at its start, where it is named, or as types', () => {
    const files = readdirSync('api', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !STAND_INS.some((folder) => file.startsWith(folder)))
      .map((file) => path.join('api', file))
    const importing = /^import (?!type\b)[^'"]*? from '[./]+(?:sandbox|(?:database\/)?embedded)\/[^']+'/m
    const later = /await import\('[./]+(?:sandbox|(?:database\/)?embedded)\/[^']+'\)/
    const ways = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      return importing.test(text) ? [`${file} at once`] : later.test(text) ? [file] : []
    })
    expect(ways.toSorted()).toEqual([
      // Commands, not servers.
      'api/commands/rebuild.ts at once',
      // Loaded where there is no DATABASE_URL, which production requires.
      'api/database/opening.ts',
      'api/external-services.ts',
      'api/ledger-cli/open-log.ts at once',
      'api/platform.ts',
      'api/server.ts',
    ])
  })
})

describe('where no market and no bank is connected', () => {
  let ada: Awaited<ReturnType<TestServer['signIn']>>
  const server = testServer({ env: { SEED: 'none', MARKET: 'none', TREASURY_BANK: 'none' } })
  beforeAll(async () => {
    ada = await server.signIn('ada')
  })

  it('investing is refused with a sentence, before any money moves', async () => {
    const head = await server.ledger.store.head()
    const body = { pool_name: 'Savings', initial_investment_cents: 100_00 }
    expect(await refusal(await ada.post('/api/investments/pools', body))).toMatchObject({
      status: 422,
      code: 'market_closed',
      error: expect.stringContaining('not connected to a market'),
    })
    expect(await server.ledger.store.head()).toBe(head)
    // The page asks this before it offers anything.
    const market = await ada.fetch('/api/investments/market')
    expect(await market.json()).toEqual({
      title: 'No market',
      simulated: false,
      closed: expect.stringContaining('not connected to a market'),
    })
  })

  it('withdrawing is refused with a sentence, before an account is saved or any money moves', async () => {
    const head = await server.ledger.store.head()
    const closed = {
      status: 422,
      code: 'withdrawals_closed',
      error: expect.stringContaining('not connected'),
    }
    expect(await refusal(await ada.post(ACCOUNTS, bankDetails('000123456789')))).toMatchObject(closed)
    expect(await refusal(await withdrawing(ada, randomUUID(), '5.00'))).toMatchObject(closed)
    expect(await optionsFor(ada)).toMatchObject({
      closed: expect.stringContaining('not connected to a bank'),
      simulated: false,
      rails: [{ max_usd: '0.00' }, { max_usd: '0.00' }],
      test_bank_accounts: [],
    })
    expect(await server.ledger.store.head()).toBe(head)
  })

  it('treasury accounts are refused with a sentence, and the wallet says so', async () => {
    expect(await refusal(await ada.post('/api/wallet/initialize-treasury'))).toMatchObject({
      status: 422,
      code: 'treasury_closed',
      error: expect.stringContaining('not connected to a bank'),
    })
    const { overview } = await walletOf(ada)
    expect(overview.treasury_account).toBeNull()
    expect(overview.treasury_bank).toEqual({
      simulated: false,
      closed: expect.stringContaining('not connected to a bank'),
      interest_needs_identity: false,
    })
  })
})

/** The time of the sandbox's bank. */
const clock = () => new Date()

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest()

describe("the sandbox's bank", () => {
  const server = testServer()

  it('keeps an account and its number when the key-encryption key is rotated', async () => {
    const { config, pool } = server
    const ada = await server.signIn('ada')
    const rotated = [Buffer.alloc(32, 9).toString('base64'), ...config.keyEncryptionKeys]
    const [before, after, onlyNew] = await Promise.all(
      [config.keyEncryptionKeys, rotated, rotated.slice(0, 1)].map((keyEncryptionKeys) =>
        openTreasuryBank({ config: { ...config, keyEncryptionKeys }, pool, clock, realClock: clock }),
      ),
    )
    const account = await before?.openAccount(ada.id)
    expect(await after?.openAccount(ada.id)).toEqual(account)
    const address = await before?.addressOf(account?.accountId ?? '')
    expect(address?.accountNumber).toMatch(/^\d{12}$/)
    expect(await after?.addressOf(account?.accountId ?? '')).toEqual(address)
    expect(await onlyNew?.addressOf(account?.accountId ?? '')).toEqual(address)
  })

  it('leaves the accounts of earlier releases their numbers, whichever key they came from', async () => {
    const { pool } = server
    const katherine = await server.signIn('katherine')
    // The account as opened with a key that has been rotated since.
    const [newer, opened] = ['newer', 'opened with']
    const accountId = `fa_sandbox_${hmac(opened, `account ${katherine.id}`).toString('hex').slice(0, 24)}`
    const number = (hmac(opened, `number ${accountId}`).readBigUInt64BE() % 10_000_000_000n)
      .toString()
      .padStart(12, '0')
    await pool.query(`update ${READ_SCHEMA}.wallet set treasury_account_id = $2 where member_id = $1`, [
      katherine.id,
      accountId,
    ])
    await pool.query('delete from app.sandbox_bank_account where member_id = $1', [katherine.id])
    const bank = createSandboxTreasuryBank({
      pool,
      clock,
      accounts: 'pooled',
      formerSecrets: [newer, opened],
    })
    expect(await bank.openAccount(katherine.id)).toEqual({ accountId })
    expect((await bank.addressOf(accountId)).accountNumber).toBe(number)
    const later = createSandboxTreasuryBank({ pool, clock, accounts: 'pooled', formerSecrets: [newer] })
    expect((await later.addressOf(accountId)).accountNumber).toBe(number)
  })
})
