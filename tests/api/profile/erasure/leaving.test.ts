import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { profileOperations, type BeginClosingRequest } from '../../../../api/contract/profile.ts'
import { operations } from '../../../../api/contract/operations.ts'
import { decideReview } from '../../../../api/operator/reviews.ts'
import { newId } from '../../../../events/ids.ts'
import { money, usd, type Currency } from '../../../../events/money.ts'
import { depositBecomes, payByBank, payByCard } from '../../../support/deposit-calls.ts'
import { DAY_MS, movingClock } from '../../../support/moving-clock.ts'
import { answersAs, begins, identityBecomes } from '../../../support/person-calls.ts'
import { eventually } from '../../../support/read-models.ts'
import { startTestServer, type Member, type TestServer } from '../../../support/test-server.ts'
import { keyed, refusal, sends, walletOf } from '../../../support/wallet-calls.ts'
import { passDays, PAYOUT_NUMBERS, savesAccount, withdrawing } from '../../../support/withdrawal-calls.ts'

const clock = movingClock('2026-11-30T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    clock,
    env: { SEED: 'none', WITHDRAWAL_CANCEL_SECONDS: '60', YUT_WELCOME_GRANT: '0', SANDBOX_DAY_SECONDS: '1' },
  })
})
afterAll(async () => {
  await server?.check()
  await server?.stop()
})

/** Money comes in that cannot be taken back. */
const gives = async (member: Member, minor: number, currency: Currency = 'USD'): Promise<void> => {
  const depositId = newId()
  const amount = currency === 'USD' ? usd(minor) : money(currency, BigInt(minor))
  const { position } = await server.ledger.wallets.execute(
    member.id,
    { type: 'creditDeposit', depositId, source: 'bank', amount },
    { actor: 'system', correlationId: depositId, causationId: depositId, at: clock().toISOString() },
  )
  await walletOf(member, position.toString())
}

/** An account of nobody else: one that several members withdraw to has a withdrawal looked at by a person. */
const ownNumber = () => `9${String(Date.now()).slice(-11)}`

/** Somebody verified, with a bank account that has waited its day. */
const someone = async (name: string, number: string = ownNumber()) => {
  const member = await server.signIn(name)
  await begins(member)
  await answersAs(member, 'valid')
  await passDays(member, 1)
  await identityBecomes(member, { state: 'verified' })
  const account = await savesAccount(member, number)
  await passDays(member, 1)
  return { member, account: account.id, name }
}

const closingOf = async (member: Member) =>
  profileOperations.getClosing.response.parse(await (await member.fetch('/api/profile/closing')).json())
const begin = (member: Member, handle: string, body: Omit<BeginClosingRequest, 'handle'> = {}) =>
  member.post('/api/profile/closing', { handle, ...body })
const stop = (member: Member) => member.post('/api/profile/closing/stop')
const notificationsOf = async (member: Member) => {
  const answer = await member.fetch('/api/notifications')
  const { notifications } = operations.listNotifications.response.parse(await answer.json())
  return notifications.flatMap((one) => (one.kind === 'closing' ? [one] : []))
}
const isClosed = async (member: Member) =>
  (await server.ledger.wallets.stateOf(member.id)).status === 'closed'
const paidTo = async (member: Member): Promise<readonly string[]> => {
  const facts = await Array.fromAsync(server.ledger.store.readStream(`wallet-${member.id}`))
  return facts.flatMap(({ type, data }) =>
    type === 'WithdrawalSent' ? [String(Object(Object(data).amount).minor)] : [],
  )
}
const hasLeft = async (member: Member): Promise<boolean> => {
  const wallet = await server.ledger.wallets.stateOf(member.id)
  return wallet.status === 'open' && wallet.balances.USD === 0n
}
/** Past the time in which a withdrawal can be cancelled. */
const passMinutes = (minutes: number) => clock.forward(minutes * 60_000)
/** The operator lets every last payment go that goes to an account which nothing went to before. */
const release = async (): Promise<void> => {
  const { rows } = await server.pool.query<{ number: string }>(
    `select number::text from app.support_case where kind = 'withdrawal' and settled_at is null and verdict is null`,
  )
  for (const { number } of rows) await decideReview(server.pool, number, 'release')
}
const AGAIN_MS = 3_000
/**
 * Lets minutes pass and waits; again after a while, since a jump of the clock is work for the process only when the read
 * models have the payment by then, and another payment may follow, as of the day's interest.
 */
const passing = (condition: () => Promise<boolean>, what: string): Promise<true> => {
  let passedAt = -Infinity
  return eventually(
    async () => {
      if (await condition()) return true
      await release()
      if (performance.now() - passedAt > AGAIN_MS) {
        passMinutes(2)
        passedAt = performance.now()
      }
      return false
    },
    what,
    20_000,
  )
}
const becomesClosed = (member: Member) => passing(() => isClosed(member), 'the account is closed')

describe('an account with money', () => {
  it('is paid out and closed, in the order settled, dollars, tokens', async () => {
    const { member, account, name } = await someone('donald')
    const grace = await server.signIn('grace')
    await gives(member, 25_00)
    await gives(member, 5_000_000, 'USDC')
    await gives(member, 3_000_000, 'YUT')
    await member.post('/api/yut/stake', { amount: '2' }, keyed(randomUUID()))
    const before = await closingOf(member)
    expect(before).toMatchObject({ payout_usd: '25.00', day: null, in_parts: false, closing: null })
    expect(before.tokens?.map(({ currency }) => currency)).toEqual(['USDC', 'YUT'])
    expect(before.obstacles.every(({ ends }) => ends === 'by_closing')).toBe(true)

    const without = (body: object) => begin(member, name, body).then(refusal)
    expect(await without({})).toMatchObject({
      code: 'choice_needed',
      fields: { bank_account_id: expect.anything() },
    })
    expect(await without({ bank_account_id: account })).toMatchObject({
      code: 'choice_needed',
      fields: { usdc: expect.anything() },
    })
    const mine = { bank_account_id: account, usdc: { send_to: 'grace' } }
    expect(await without({ ...mine, yut: { send_to: name } })).toMatchObject({ code: 'recipient_is_sender' })
    expect(await without({ ...mine, yut: { send_to: 'nobody_at_all' } })).toMatchObject({
      code: 'recipient_not_found',
    })
    expect(await without({ ...mine, bank_account_id: newId(), yut: { give_up: true } })).toMatchObject({
      code: 'bank_account_not_found',
    })
    expect(await refusal(await begin(member, 'grace', mine))).toMatchObject({ code: 'handle_not_confirmed' })

    const answer = await begin(member, name, { ...mine, yut: { give_up: true } })
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 200,
      body: { closed: false, day: null },
    })
    expect((await closingOf(member)).closing).toMatchObject({ can_be_stopped: true, gives_up: ['YUT'] })
    expect((await notificationsOf(member)).map(({ state }) => state)).toEqual(['begun'])
    await becomesClosed(member)
    expect(await paidTo(member)).toEqual(['2500'])
    const wallet = await server.ledger.wallets.stateOf(member.id)
    expect(wallet).toMatchObject({ balances: { USD: 0n, USDC: 0n, YUT: 0n }, stake: { minor: 0n } })
    expect(await server.ledger.wallets.stateOf(grace.id)).toMatchObject({ balances: { USDC: 5_000_000n } })
    await eventually(
      async () => (await member.fetch('/api/users/me')).status === 401,
      'the session has ended',
    )
  })
})

describe('an account whose deposit can still be taken back', () => {
  it('is closing until that day, moves nothing else, and can be stopped', async () => {
    const { member, account, name } = await someone('barbara')
    const grace = await server.signIn('grace')
    await gives(member, 20_00)
    await depositBecomes(member, await payByCard(member, 30_00), { status: 'completed' })
    const { obstacles } = await closingOf(member)
    expect(obstacles.find(({ code }) => code === 'money_held')).toMatchObject({ ends: 'by_waiting' })
    const answer = await begin(member, name, { bank_account_id: account })
    const { closed, day } = profileOperations.beginClosing.response.parse(await answer.json())
    expect(closed).toBe(false)
    const waits = (Date.parse(day ?? '') - clock().getTime()) / 86_400_000
    expect(waits).toBeGreaterThan(119)
    // The sandbox's days are some ahead.
    expect(waits).toBeLessThan(128)

    const transfer = { to_user_identifier: 'grace', currency: 'USD', amount: '1' }
    const key = keyed(randomUUID())
    const moves = () => member.post('/api/wallet/transfer', transfer, key)
    expect(await refusal(await moves())).toMatchObject({ status: 409, code: 'account_closing' })
    expect(await refusal(await moves())).toMatchObject({ status: 409, code: 'account_closing' })
    expect(await refusal(await withdrawing(member, account, '1.00'))).toMatchObject({
      status: 409,
      code: 'account_closing',
    })
    expect(await refusal(await member.post('/api/profile/close', { handle: name }))).toMatchObject({
      status: 409,
    })
    expect((await member.fetch('/api/wallet')).status).toBe(200)
    expect((await member.fetch('/api/profile/export')).status).toBe(200)
    // Beginning again changes nothing.
    expect(await (await begin(member, name, { bank_account_id: account })).json()).toMatchObject({
      closed: false,
    })

    expect((await stop(member)).status).toBe(200)
    expect(await refusal(await stop(member))).toMatchObject({ status: 409, code: 'not_closing' })
    // The same key: what was refused is no answer to it.
    expect((await moves()).status).toBe(201)
    expect((await notificationsOf(member)).map(({ state }) => state)).toEqual(['stopped', 'begun'])
    expect((await server.ledger.wallets.stateOf(grace.id)).status).toBe('open')

    await begin(member, name, { bank_account_id: account })
    await gives(member, 5_00)
    clock.forward(119 * DAY_MS)
    await server.signIn('grace')
    expect(await paidTo(member)).toEqual([])
    clock.forward(3 * DAY_MS)
    await eventually(() => hasLeft(member), 'the last payment was asked for', 30_000)
    await becomesClosed(member)
    // With the interest of the days between.
    const paid = (await paidTo(member)).reduce((sum, cents) => sum + Number(cents), 0)
    expect(paid).toBeGreaterThan(54_00)
    expect(paid).toBeLessThan(56_00)
  }, 120_000)
})

describe('a deposit that comes back while the account closes', () => {
  const LATER = '000555555559'
  const returnable = async (name: string) => {
    const one = await someone(name)
    const deposit = await payByBank(one.member, 30_00, LATER)
    await depositBecomes(one.member, deposit, { status: 'completed' })
    return { ...one, comesBack: () => depositBecomes(one.member, deposit, { status: 'returned' }) }
  }

  it('is not paid out: what is left is', async () => {
    const { member, account, name, comesBack } = await returnable('ada')
    await gives(member, 20_00)
    expect((await begin(member, name, { bank_account_id: account })).status).toBe(200)
    await comesBack()
    await eventually(
      async () => (await closingOf(member)).obstacles.every(({ code }) => code !== 'deposit_reversible'),
      'nothing of it can come back again',
      20_000,
    )
    clock.forward(DAY_MS)
    await eventually(() => hasLeft(member), 'the last payment was asked for', 30_000)
    await becomesClosed(member)
    const [paid, ...more] = (await paidTo(member)).map(Number)
    expect(more).toEqual([])
    // With the interest of the days.
    expect(paid).toBeGreaterThanOrEqual(20_00)
    expect(paid).toBeLessThan(20_10)
  }, 120_000)

  it('ends the closing when the money was spent, and the account stays open with the debt', async () => {
    const { member, account, name, comesBack } = await returnable('dorothy')
    const grace = await server.signIn('grace')
    await sends(member, { to_user_identifier: grace.handle, currency: 'USD', amount: '25.00' })
    expect((await begin(member, name, { bank_account_id: account })).status).toBe(200)
    await comesBack()
    clock.forward(DAY_MS)
    // Their session is over.
    const again = await server.signIn(name)
    await eventually(
      async () => (await notificationsOf(again)).some(({ state }) => state === 'failed'),
      'the member is told',
      20_000,
    )
    expect((await notificationsOf(again))[0]).toMatchObject({ state: 'failed', reason: 'money' })
    expect((await closingOf(again)).closing).toBe(null)
    const wallet = await server.ledger.wallets.stateOf(member.id)
    expect(wallet.status === 'open' && wallet.balances.USD < 0n).toBe(true)
    expect(await paidTo(member)).toEqual([])
  }, 120_000)
})

describe('racing a close', () => {
  it('money that comes in meanwhile is paid out too, and a withdrawal under way is waited for', async () => {
    const { member, account, name } = await someone('edsger')
    const grace = await server.signIn('grace')
    await gives(grace, 100_00)
    await gives(member, 50_00)
    const own = await withdrawing(member, account, '10.00')
    expect(own.status).toBe(201)
    const transfer = { to_user_identifier: 'grace', currency: 'USD', amount: '5' }
    const [sent, begun] = await Promise.all([
      member.post('/api/wallet/transfer', transfer, keyed(randomUUID())),
      begin(member, name, { bank_account_id: account }),
    ])
    expect(begun.status).toBe(200)
    expect([201, 409]).toContain(sent.status)
    const left = sent.status === 201 ? 35_00 : 40_00
    expect(await paidTo(member)).toEqual([])
    passMinutes(2)
    await eventually(() => hasLeft(member), 'the last payment was asked for', 20_000)
    await sends(grace, { to_user_identifier: name, currency: 'USD', amount: '7' })
    await passing(async () => (await paidTo(member)).length >= 2, 'what was asked for is paid')
    await becomesClosed(member)
    const paid = (await paidTo(member)).map(Number)
    // With the interest since.
    const interest = paid.reduce((sum, cents) => sum + cents, 0) - (10_00 + left + 7_00)
    expect([0, 1, 2]).toContain(interest)
  }, 120_000)

  it('cannot be stopped once the last payment is with the bank', async () => {
    const { member, account, name } = await someone('katherine', PAYOUT_NUMBERS.watched)
    await gives(member, 12_00)
    await begin(member, name, { bank_account_id: account })
    await passing(
      async () => (await closingOf(member)).closing?.can_be_stopped === false,
      'the payment is with the bank',
    )
    expect(await refusal(await stop(member))).toMatchObject({ status: 409, code: 'closing_ordered' })
  }, 60_000)
})

describe('an account that cannot go on', () => {
  it('stays open when the bank does not take the last payment, and says so', async () => {
    const { member, account, name } = await someone('radia', PAYOUT_NUMBERS.refused)
    await gives(member, 9_00)
    await begin(member, name, { bank_account_id: account })
    await passing(
      async () => (await notificationsOf(member)).some(({ state }) => state === 'failed'),
      'the member is told',
    )
    expect((await notificationsOf(member))[0]).toMatchObject({ state: 'failed', reason: 'payment' })
    expect((await closingOf(member)).closing).toBe(null)
    expect(await server.ledger.wallets.stateOf(member.id)).toMatchObject({
      status: 'open',
      balances: { USD: 9_00n },
    })
    expect((await withdrawing(member, account, '1.00')).status).toBe(201)
  }, 60_000)

  it('is refused before it begins when something is left that only the member can end', async () => {
    const member = await server.signIn('alan')
    await gives(member, 5_00)
    expect(await refusal(await begin(member, 'alan'))).toMatchObject({
      status: 422,
      code: 'withdrawal_not_possible',
    })
    expect((await closingOf(member)).closing).toBe(null)
  })
})

it('what comes back after the account was closed is a debt of the house', async () => {
  const { member, account, name } = await someone('margaret', PAYOUT_NUMBERS.comesBack)
  await gives(member, 11_00)
  await begin(member, name, { bank_account_id: account })
  await becomesClosed(member)
  await passDays(await server.signIn('grace'), 5)
  await eventually(
    async () => {
      const wallet = await server.ledger.wallets.stateOf(member.id)
      return wallet.status === 'closed' && wallet.balances.USD >= 11_00n
    },
    'the money is back in the closed wallet',
    20_000,
  )
}, 60_000)
