import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import PACKAGE from '../../package.json' with { type: 'json' }
import { beforeEach, describe, expect, it } from 'vitest'
import { createPool } from '../../api/database/database.ts'
import { memberAccountIds } from '../../api/wallet/member-accounts.ts'
import { createIncreasePayingBank } from '../../api/withdrawals/increase/paying-bank.ts'
import { createIncreaseTreasuryBank } from '../../api/withdrawals/increase/treasury-bank.ts'
import { BankUnavailable, type PayoutAccount, type PayoutOrder } from '../../api/withdrawals/paying-bank.ts'
import { addBusinessDays } from '../../events/business-days.ts'
import { ACCOUNT_ID, API_KEY, MOVED_TO, NUMBERS, ROUTING } from '../support/increase/constants.ts'
import { startIncreaseFake, type IncreaseFake } from '../support/increase/fake.ts'
import { againstSpecification, SPECIFICATION_VERSION } from '../support/increase/specification.ts'
import { freshDatabase } from '../support/postgres.ts'
import { payingBankContract, type PayoutCase } from './paying-bank/contract.ts'

const ACCOUNTS: Readonly<Record<PayoutCase, readonly [routing: string, number: string]>> = {
  arrives: [ROUTING.realTime, NUMBERS.arrives],
  returned: [ROUTING.realTime, NUMBERS.returned],
  moved: [ROUTING.realTime, NUMBERS.moved],
  refused: [ROUTING.realTime, NUMBERS.rejected],
  'not instant': [ROUTING.ach, NUMBERS.arrives],
  'looked at first': [ROUTING.realTime, NUMBERS.reviewed],
  'answer lost': [ROUTING.realTime, NUMBERS.arrives],
}

const accountFor = (which: PayoutCase): PayoutAccount => {
  const [routingNumber, accountNumber] = ACCOUNTS[which]
  return { holderName: 'Søren Kierkegaard-Østergaard', routingNumber, accountNumber, accountType: 'checking' }
}

const optionsOf = (fake: IncreaseFake) => ({ apiKey: API_KEY, accountId: ACCOUNT_ID, apiUrl: fake.url })
const bankOf = (fake: IncreaseFake, clock: () => Date) =>
  createIncreasePayingBank({ ...optionsOf(fake), clock, memberAccountIds: async () => [] })

payingBankContract('Increase', async (accounts) => {
  const database = await freshDatabase()
  const pool = createPool(database.url, { max: 4 })
  let now = new Date('2026-11-18T12:00:00Z')
  // Each of its moments is later than the one before, as in the world.
  const clock = () => (now = new Date(now.getTime() + 10))
  const fake = await startIncreaseFake(clock)
  const options = {
    ...optionsOf(fake),
    clock,
    memberAccountIds: (which: 'open' | 'all') => memberAccountIds(pool, 'increase', which),
  }
  const members = createIncreaseTreasuryBank({ ...options, accounts, pool })
  const memberId = randomUUID()
  const numberId = async () => (await members.openAccount(memberId)).accountId
  return {
    bank: createIncreasePayingBank(options),
    accountFor,
    loseAnswer: fake.loseNextAnswer,
    movedTo: MOVED_TO,
    receive: async (cents) => void fake.receive(await numberId(), Number(cents)),
    ownAccount: async () => {
      await numberId()
      return fake.accounts().at(-1)?.id ?? ''
    },
    routingNumbers: { both: ROUTING.fedNow, ach: ROUTING.ach, none: ROUTING.none },
    passBankingDays: (days) => void (now = addBusinessDays(now, days)),
    stop: async () => {
      await fake.stop()
      await pool.end()
      await database.drop()
    },
  }
})

describe('Increase', () => {
  let fake: IncreaseFake
  let now: Date
  const clock = () => now
  beforeEach(async () => {
    now = new Date('2026-11-18T12:00:00Z')
    fake = await startIncreaseFake(clock)
    return () => fake.stop()
  })
  const order = (which: PayoutCase = 'arrives', more: Partial<PayoutOrder> = {}): PayoutOrder => ({
    key: randomUUID(),
    rail: 'ach',
    to: accountFor(which),
    cents: 50_00n,
    ...more,
  })
  const posts = () => fake.requests.filter((one) => one.startsWith('POST'))

  it.for([
    [500, 'internal_server_error'],
    [503, 'service_unavailable'],
    [429, 'rate_limited_error'],
    [401, 'invalid_api_key_error'],
    [403, 'insufficient_permissions_error'],
    [404, 'object_not_found_error'],
    [409, 'invalid_operation_error'],
  ] as const)('sends an order once, and leaves it open when it hears %i %s', async ([status, type]) => {
    const bank = bankOf(fake, clock)
    const one = order()
    fake.failNext(status, { type })
    await expect(bank.payOut(one)).rejects.toBeInstanceOf(BankUnavailable)
    expect(posts()).toEqual(['POST /ach_transfers'])
    expect(await bank.payoutOf(one.key)).toBeNull()
    expect(await bank.payOut(one)).toMatchObject({ state: 'taken' })
    expect(fake.transfers()).toHaveLength(1)
  })

  it('gives up an order whose details are not accepted', async () => {
    fake.failNext(400, { type: 'invalid_parameters_error' })
    expect(await bankOf(fake, clock).payOut(order())).toEqual({
      state: 'refused',
      reason: 'details_not_accepted',
    })
  })

  it('asks again for what it only reads', async () => {
    const bank = bankOf(fake, clock)
    fake.failReads(503, 2)
    expect(await bank.bankOf(ROUTING.ach)).toMatchObject({ rails: ['ach'] })
    fake.failReads(503, 3)
    await expect(bank.balanceMinor()).rejects.toBeInstanceOf(BankUnavailable)
  }, 20_000)

  it('pays by RTP before FedNow, from a number of its own that nobody may debit, made once', async () => {
    const bank = bankOf(fake, clock)
    for (let times = 0; times < 2; times += 1) await bank.payOut(order('arrives', { rail: 'instant' }))
    const to = { ...accountFor('arrives'), routingNumber: ROUTING.fedNow }
    await bankOf(fake, clock).payOut(order('arrives', { rail: 'instant', to }))
    expect(fake.transfers().map(({ type }) => type)).toEqual([
      'real_time_payments_transfer',
      'real_time_payments_transfer',
      'fednow_transfer',
    ])
    expect(fake.numbers()).toMatchObject([
      { inbound_ach: { debit_status: 'blocked' }, account_id: ACCOUNT_ID },
    ])
  })

  it('says why an instant payment was refused', async () => {
    const bank = bankOf(fake, clock)
    const one = order('refused', { rail: 'instant' })
    expect(await bank.payOut(one)).toEqual({ state: 'pending' })
    expect(await bank.payoutOf(one.key)).toEqual({ state: 'refused', reason: 'account_closed' })
  })

  it('pays a key once, whichever network it is ordered on later', async () => {
    const bank = bankOf(fake, clock)
    const one = order('arrives', { rail: 'instant' })
    await bank.payOut(one)
    expect(await bank.payOut({ ...one, rail: 'ach' })).toEqual(await bank.payoutOf(one.key))
    expect(fake.transfers()).toHaveLength(1)
  })

  it('brings back what the bank stops after it was taken', async () => {
    const bank = bankOf(fake, clock)
    const one = order()
    expect(await bank.payOut(one)).toMatchObject({ state: 'taken' })
    fake.reject(one.key)
    now = new Date(now.getTime() + 60_000)
    const { news } = await bank.newsSince(null, 10)
    expect(news).toContainEqual({ key: one.key, what: { kind: 'returned', code: 'bank_rejected' } })
    expect(await bank.payoutOf(one.key)).toEqual({ state: 'refused', reason: 'bank_rejected' })
  })

  it('tells nothing of what the operator paid by hand, but has it in its books', async () => {
    const bank = bankOf(fake, clock)
    fake.payByHand(3_00)
    fake.book('interest_payment', 42)
    fake.book('fee_payment', -7)
    now = addBusinessDays(now, 4)
    expect((await bank.newsSince(null, 10)).news).toEqual([])
    const { transactions } = await bank.transactionsSince(null)
    const lines = transactions.map(({ kind, amountMinor, reference }) => [kind, amountMinor, reference])
    expect(new Set(lines.map(String))).toEqual(
      new Set(['ach-out,-300,', 'interest,42,', 'fee,-7,', 'returned,300,']),
    )
    expect(lines).toHaveLength(4)
  })

  it('does not take what is dated now for all that there is', async () => {
    const bank = bankOf(fake, clock)
    fake.book('interest_payment', 1)
    expect(await bank.transactionsSince(null)).toEqual({ transactions: [], cursor: null })
    now = new Date(now.getTime() + 6_000)
    expect((await bank.transactionsSince(null)).transactions).toHaveLength(1)
  })

  it('says nothing of an order in its errors', async () => {
    const one = order()
    await bankOf(fake, clock).payOut(one)
    const error = await bankOf(fake, clock)
      .payOut({ ...one, cents: 1n })
      .catch((thrown: unknown) => thrown)
    fake.failNext(500, { type: 'internal_server_error' })
    const other = await bankOf(fake, clock)
      .payOut(order())
      .catch((thrown: unknown) => thrown)
    expect(inspect([error, other], { depth: 9 })).not.toContain(NUMBERS.arrives)
  })
})

describe("requests against the SDK's types", () => {
  const ach = {
    account_id: ACCOUNT_ID,
    amount: 100,
    statement_descriptor: 'Withdrawal',
    routing_number: '110000000',
    account_number: '1234',
    funding: 'checking',
    standard_entry_class_code: 'prearranged_payments_and_deposit',
    destination_account_holder: 'individual',
    individual_name: 'Ada Lovelace',
    company_name: 'Youtility',
    company_entry_description: 'WITHDRAWAL',
    preferred_effective_date: { settlement_schedule: 'future_dated' },
  }
  const post = (body: object, idempotencyKey: string | undefined = 'a key') => ({
    method: 'POST',
    url: '/ach_transfers',
    body: JSON.stringify(body),
    idempotencyKey,
  })
  const get = (url: string) => ({ method: 'GET', url, body: '', idempotencyKey: undefined })
  it.for([
    post({ ...ach, amount: '100' }),
    post({ ...ach, amount: -100 }),
    post({ ...ach, individual_name: 'A name of more letters than an entry has' }),
    post({ ...ach, individual_name: 'Søren' }),
    post({ ...ach, standard_entry_class_code: 'PPD' }),
    post({ ...ach, sec_code: 'PPD' }),
    post({ ...ach, account_id: undefined }),
    post(ach, 'stainless-node-retry-1'),
    { ...post(ach), idempotencyKey: undefined },
    get('/transactions?account_id=account_1&limit=1000'),
    get('/transactions?account_id=account_1&category.in=bank_fee'),
    get('/transactions?account_id=account_1&created_at[on_or_after]=2026-01-01T00:00:00Z'),
    get('/events'),
    get('/ach_transfers?key=1'),
    { ...get('/ach_transfers'), method: 'DELETE' },
  ])('finds what is wrong with %j', (request) => {
    expect(againstSpecification(request)).not.toBeNull()
  })
  it('lets pass what is right, of the version that is installed', () => {
    expect(againstSpecification(post(ach))).toBeNull()
    expect(PACKAGE.dependencies.increase).toBe(SPECIFICATION_VERSION)
  })
})
