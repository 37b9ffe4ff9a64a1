import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../../api/config/load.ts'
import { WORK_CHANNEL } from '../../../api/processes/waking.ts'
import { depositOfReceipt } from '../../../api/wallet/treasury-bank.ts'
import { ACCOUNT_ID, API_KEY, MOVED_TO, NUMBERS, ROUTING } from '../../support/increase/constants.ts'
import { startIncreaseFake, type IncreaseFake } from '../../support/increase/fake.ts'
import { bankDetails } from '../../support/deposit-calls.ts'
import { answersAs, begins, identityBecomes } from '../../support/person-calls.ts'
import { eventually } from '../../support/read-models.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { pageOf, refusal, walletOf } from '../../support/wallet-calls.ts'
import {
  ACCOUNTS,
  accountsOf,
  optionsFor,
  savesAccount,
  withdrawalBecomes,
  withdraws,
} from '../../support/withdrawal-calls.ts'

type Member = Awaited<ReturnType<TestServer['signIn']>>

const SECRET = 'Zk3vT9qLw2Xr7Bn5Ym8Pd1Hs6Jc4Gf0A'
const DAY_MS = 86_400_000
/** Increase's time is some days ago at first, so that its days can pass within a test. */
let ahead = -10 * DAY_MS
let fake: IncreaseFake
let server: TestServer
const env = () => ({
  SEED: 'none',
  TREASURY_BANK: 'increase',
  INCREASE_API_KEY: API_KEY,
  INCREASE_ACCOUNT_ID: ACCOUNT_ID,
  INCREASE_API_URL: fake.url,
  INCREASE_WEBHOOK_SECRET: `an_older_secret_of_the_endpoint_0,${SECRET}`,
  SANDBOX_MINUTE_SECONDS: '1',
  YUT_WELCOME_GRANT: '0',
  WITHDRAWAL_CANCEL_SECONDS: '1',
})
beforeAll(async () => {
  fake = await startIncreaseFake(() => new Date(Date.now() + ahead))
  server = await startTestServer({ env: env() })
})
afterAll(async () => {
  await server?.check()
  await server?.stop()
  await fake?.stop()
})

/** As Increase signs (standardwebhooks.com, "Signature scheme"); the secret is text. */
const signed = (body: string, secret = SECRET, at = new Date()) => {
  const [id, seconds] = [`msg_${randomUUID()}`, String(Math.floor(at.getTime() / 1_000))]
  const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}
const EVENT = JSON.stringify({ id: 'event_1', category: 'transaction.created', type: 'event' })
const nudge = (headers: Record<string, string> = signed(EVENT), body = EVENT) =>
  fetch(`${server.url}/api/webhooks/increase/bank`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  })
/** Waits for something that the bank tells of, with webhooks that say there is something. */
const heard = (holds: () => Promise<boolean>, what: string) =>
  eventually(
    async () => {
      expect((await nudge()).status).toBe(200)
      return holds()
    },
    what,
    20_000,
  )
const balance = async (member: Member) => (await walletOf(member)).usd
/** Opens the member's account; returns its number's id at Increase. */
const opens = async (member: Member): Promise<string> => {
  expect((await member.post('/api/wallet/initialize-treasury')).status).toBeLessThan(300)
  const state = await server.ledger.wallets.stateOf(member.id)
  if (state.status === 'absent' || state.treasuryAccountId === null) throw new Error('No account was opened')
  return state.treasuryAccountId
}
const verifies = async (member: Member) => {
  await begins(member)
  await answersAs(member, 'valid')
  await identityBecomes(member, { state: 'verified' })
}
/** A saved account that can be used at once. */
const saves = async (member: Member, number: string, routing: string = ROUTING.realTime) => {
  const account = await savesAccount(member, number, { routing_number: routing })
  await server.pool.query(`update app.saved_bank_account set usable_from = now() - interval '1 hour'`)
  return account
}

describe("a member's account at Increase", () => {
  it('is a number of their own that nobody may debit, masked until it is revealed', async () => {
    const ada = await server.signIn('ada')
    const id = await opens(ada)
    expect(await opens(ada)).toBe(id)
    const shown = (await walletOf(ada)).overview.treasury_account?.financial_addresses[0]?.aba
    expect(shown).toMatchObject({
      account_number: expect.stringMatching(/^••••\d{4}$/),
      routing_number: '101050001',
    })
    const revealed = await (await ada.post('/api/wallet/treasury-account/reveal')).json()
    expect(revealed.aba.account_number).toMatch(/^\d{9}$/)
    expect(revealed.aba.account_number.slice(-4)).toBe(shown?.account_number.slice(-4))
    expect(server.logged()).not.toContain(revealed.aba.account_number)
    expect((await walletOf(ada)).overview.treasury_bank).toMatchObject({ simulated: false, closed: null })
    // A page is shown without asking the bank.
    const asked = fake.requests.length
    await walletOf(ada)
    expect(fake.requests.slice(asked).filter((one) => one.includes('account_numbers'))).toEqual([])
  })

  it('says so while the bank does not answer, and opens one account when it does', async () => {
    const alan = await server.signIn('alan')
    fake.failNext(500, { type: 'internal_server_error' })
    expect(await refusal(await alan.post('/api/wallet/initialize-treasury'))).toMatchObject({
      status: 503,
      code: 'bank_unavailable',
    })
    fake.loseNextAnswer()
    expect(await refusal(await alan.post('/api/wallet/initialize-treasury'))).toMatchObject({
      code: 'bank_unavailable',
    })
    const id = await opens(alan)
    expect(fake.numbers().filter(({ name }) => name.includes(alan.id))).toMatchObject([
      { id, inbound_ach: { debit_status: 'blocked' } },
    ])
  })
})

describe('the number of a member who leaves', () => {
  const closes = async (member: Member) => {
    const answer = await member.post('/api/profile/close', { handle: member.handle })
    expect({ status: answer.status, text: await answer.text() }).toMatchObject({ status: 200 })
  }
  const statusOf = (id: string) => fake.numbers().find((number) => number.id === id)?.status
  const ending = async () =>
    (
      await server.pool.query<{ id: string }>('select account_id as id from app.ending_treasury_number')
    ).rows.map(({ id }) => id)
  /** The hour after which the bank is asked again has passed. */
  const passHour = () => server.pool.query(`update app.ending_treasury_number set next_at = now()`)
  /** So often the SDK itself asks in one round. */
  const TRIES = 3
  const asked = (id: string) => fake.requests.filter((one) => one === `PATCH /account_numbers/${id}`).length

  it('is ended at Increase, and others are not', async () => {
    const [radia, ada] = [await server.signIn('radia'), await server.signIn('ada')]
    const [gone, stays] = [await opens(radia), await opens(ada)]
    await closes(radia)
    await eventually(async () => statusOf(gone) === 'canceled', 'the number is ended', 20_000)
    await eventually(async () => (await ending()).length === 0, 'nothing is left to end', 20_000)
    expect(asked(gone)).toBe(1)
    expect(statusOf(stays)).toBe('active')
    // What a crash left to do again, and what the bank does not know, is done.
    for (const id of [gone, 'account_number_unknown']) {
      await server.pool.query(
        'insert into app.ending_treasury_number (account_id, next_at) values ($1, now())',
        [id],
      )
      await eventually(async () => !(await ending()).includes(id), `${id} is done`, 20_000)
    }
    expect(statusOf(gone)).toBe('canceled')
  })

  it('is ended when a bank that was away is back; the account is closed meanwhile', async () => {
    const barbara = await server.signIn('barbara')
    const id = await opens(barbara)
    fake.failChanges(503, 2 * TRIES)
    await closes(barbara)
    await eventually(async () => asked(id) === TRIES, 'the bank was asked', 20_000)
    expect((await server.ledger.wallets.stateOf(barbara.id)).status).toBe('closed')
    expect([await ending(), statusOf(id)]).toEqual([[id], 'active'])
    for (const times of [2 * TRIES, 2 * TRIES + 1]) {
      await passHour()
      await server.pool.query(`select pg_notify('${WORK_CHANNEL}', 'ending treasury numbers')`)
      await eventually(async () => asked(id) === times, 'the bank was asked again', 20_000)
    }
    await eventually(async () => statusOf(id) === 'canceled', 'the number is ended', 20_000)
    await eventually(async () => (await ending()).length === 0, 'nothing is left to end', 20_000)
  })
})

describe('money that comes in at Increase', () => {
  it('is credited once to the member whose number it is, and taken again when it is sent back', async () => {
    const ada = await server.signIn('ada')
    const number = await opens(ada)
    const first = fake.receive(number, 1_500_00)
    fake.receive(number, 20_00, 'inbound_real_time_payments_transfer_confirmation')
    // Neither a debit that was let through nor the operator's own money is a member's.
    fake.receive(number, -7_00)
    fake.receive(fake.ownNumber(), 9_000_00)
    await heard(async () => (await balance(ada)) === '1520.00', 'both payments are credited')
    // The bank tells of all of it again.
    await server.pool.query('delete from app.treasury_receipt_cursor')
    const third = fake.receive(number, 1_00)
    await heard(async () => (await balance(ada)) === '1521.00', 'nothing is credited twice')
    expect(depositOfReceipt(third)).not.toBe(depositOfReceipt(first))
    fake.sendBack(third)
    await heard(async () => (await balance(ada)) === '1520.00', 'what was sent back is taken again')
    const { transactions } = await pageOf(ada, '')
    const cents = (one: { amount: string | null }) => Math.round(Number(one.amount) * 100)
    const lines = transactions.filter(({ currency }) => currency === 'USD').map(cents)
    expect(lines.filter((one) => one !== 0).toSorted((one, other) => one - other)).toEqual([
      -1_00, 1_00, 20_00, 1_500_00,
    ])
  })
})

describe('a withdrawal by Increase', () => {
  it('goes by ACH, and comes back when the receiving bank returns it', async () => {
    const ada = await server.signIn('ada')
    await verifies(ada)
    expect((await optionsFor(ada)).closed).toBeNull()
    const account = await saves(ada, NUMBERS.returned)
    expect(account).toMatchObject({ bank_name: 'First Bank of the Stand-in', rails: ['ach', 'instant'] })
    const { withdrawal_id: id } = await withdraws(ada, account.id, '100.00')
    await withdrawalBecomes(ada, id, 'sent')
    expect(await balance(ada)).toBe('1420.00')
    ahead += 5 * DAY_MS
    await heard(async () => (await balance(ada)) === '1520.00', 'the money is in the wallet again')
    expect(await withdrawalBecomes(ada, id, 'came_back')).toMatchObject({ reason: { code: 'R03' } })
  })

  it('goes at once, by FedNow where the bank takes no RTP', async () => {
    const ada = await server.signIn('ada')
    const account = await saves(ada, NUMBERS.arrives, ROUTING.fedNow)
    const { withdrawal_id: id, fee_usd: fee } = await withdraws(ada, account.id, '30.00', 'instant', {
      fee: '1.50',
    })
    expect(fee).toBe('1.50')
    await heard(async () => (await optionsFor(ada)).closed === null && isSent(ada, id), 'it has arrived')
    expect(fake.requests).toContain('POST /fednow_transfers')
  })

  it('is paid once though the answer to the order is lost', async () => {
    const ada = await server.signIn('ada')
    const account = await saves(ada, NUMBERS.arrives)
    fake.loseNextAnswer()
    const before = fake.transfers().length
    const { withdrawal_id: id } = await withdraws(ada, account.id, '40.00')
    await heard(() => isSent(ada, id), 'it was found by its key')
    expect(fake.transfers()).toHaveLength(before + 1)
    expect(fake.transfers().at(-1)).toMatchObject({ idempotency_key: id, amount: 40_00 })
  })

  it('puts the number of an account right when its bank asks for that', async () => {
    const ada = await server.signIn('ada')
    const account = await saves(ada, NUMBERS.moved)
    const { withdrawal_id: id } = await withdraws(ada, account.id, '10.00')
    await withdrawalBecomes(ada, id, 'sent')
    ahead += 4 * DAY_MS
    const saved = async () => (await accountsOf(ada)).find((one) => one.id === account.id)
    await heard(async () => (await saved())?.last4 === MOVED_TO.slice(-4), 'the account has its new number')
    const again = await withdraws(ada, account.id, '10.00')
    await withdrawalBecomes(ada, again.withdrawal_id, 'sent')
    expect(fake.transfers().at(-1)).toMatchObject({
      account_number: MOVED_TO,
      idempotency_key: again.withdrawal_id,
    })
    // It is the same account: it cannot be saved a second time under its new number.
    const twice = await ada.post(ACCOUNTS, bankDetails(MOVED_TO, { routing_number: ROUTING.realTime }))
    expect(await refusal(twice)).toMatchObject({ code: 'bank_account_known' })
  })
})

const isSent = async (member: Member, id: string): Promise<boolean> => {
  const events = []
  for await (const { type, data } of server.ledger.store.readStream(`wallet-${member.id}`))
    if (type === 'WithdrawalSent') events.push(JSON.stringify(data))
  return events.some((data) => data.includes(id))
}

describe("Increase's webhooks", () => {
  it.for<[string, () => Record<string, string>, string]>([
    ['without a signature', () => ({}), 'invalid_signature'],
    ['signed with another secret', () => signed(EVENT, 'x'.repeat(32)), 'invalid_signature'],
    ['signed for another body', () => signed('{}'), 'invalid_signature'],
    ['signed too long ago', () => signed(EVENT, SECRET, new Date(Date.now() - 600_000)), 'webhook_too_old'],
  ])('are refused %s', async ([, headers, code]) => {
    expect(await refusal(await nudge(headers()))).toMatchObject({ status: 400, code })
  })

  it('are refused where they cannot be read, and of another bank', async () => {
    expect(await refusal(await nudge(signed('{}'), '{}'))).toMatchObject({ code: 'invalid_webhook' })
    const other = await fetch(`${server.url}/api/webhooks/other/bank`, { method: 'POST', body: EVENT })
    expect(await refusal(other)).toMatchObject({ status: 404, code: 'provider_not_found' })
  })
})

describe('the settings of Increase', () => {
  it.for(['INCREASE_API_KEY', 'INCREASE_ACCOUNT_ID'])('need %s', (name) => {
    const { [name]: _, ...rest } = env() as Record<string, string>
    expect(() => loadConfig({ NODE_ENV: 'test', ...rest })).toThrow(
      `${name} is required when TREASURY_BANK=increase`,
    )
  })

  it('refuse the real bank while money is made up', () => {
    const live = { ...env(), INCREASE_API_URL: 'https://api.increase.com' }
    expect(() => loadConfig({ NODE_ENV: 'test', ...live })).toThrow(/move real money/)
  })
})
