import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import { FRESH_SIGN_IN_MINUTES } from '../../../api/contract/security.ts'
import { Withdrawal } from '../../../api/contract/withdrawals.ts'
import { programWith } from '../../support/access-token-calls.ts'
import { bankDetails, depositBecomes, payByCard } from '../../support/deposit-calls.ts'
import { MINUTE_MS, movingClock } from '../../support/moving-clock.ts'
import { checkedServer, type Member } from '../../support/test-server.ts'
import { keyed, refusal, sends, walletOf } from '../../support/wallet-calls.ts'
import {
  ACCOUNTS,
  cancelling,
  optionsFor,
  passDays,
  PAYOUT_NUMBERS,
  savesAccount,
  WITHDRAWALS,
  withdrawalBecomes,
  withdrawalsOfMember,
  withdrawing,
  withdraws,
} from '../../support/withdrawal-calls.ts'

const clock = movingClock('2026-11-30T12:00:00Z')
const server = checkedServer({
  clock,
  env: { WITHDRAWAL_CANCEL_SECONDS: '3600', SANDBOX_DAY_SECONDS: '1' },
})

/** Money that nobody can take back. */
const gives = async (member: Member, cents: number): Promise<void> => {
  const depositId = newId()
  const { position } = await server.ledger.wallets.execute(
    member.id,
    { type: 'creditDeposit', depositId, source: 'bank', amount: usd(cents) },
    { actor: 'system', correlationId: depositId, causationId: depositId, at: clock().toISOString() },
  )
  await walletOf(member, position.toString())
}
/** What the bank was told to pay to, in cents, by withdrawal. */
const paidFor = async (withdrawalId: string): Promise<readonly string[]> =>
  (
    await server.pool.query<{ cents: string }>(
      'select cents::text from app.sandbox_payout where key like $1',
      [`${withdrawalId}%`],
    )
  ).rows.map(({ cents }) => cents)
const statuses = (answers: readonly Response[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

describe('whoever holds somebody else’s open browser', () => {
  it('adds no account and withdraws nothing without a fresh sign-in, nor by an access token', async () => {
    const grace = await server.signIn('grace')
    const account = await savesAccount(grace, '9100')
    await passDays(grace, 1)
    const program = await programWith(server.url, grace)
    const by = (one: Pick<Member, 'post'>) =>
      one.post(
        WITHDRAWALS,
        { bank_account_id: account.id, amount_usd: '5.00', rail: 'ach' },
        keyed(randomUUID()),
      )
    expect(await refusal(await by(program))).toMatchObject({ status: 403 })
    expect((await program.fetch(WITHDRAWALS)).status).toBe(200)
    clock.forward(FRESH_SIGN_IN_MINUTES * MINUTE_MS + 1_000)
    for (const answer of [await by(grace), await grace.post(ACCOUNTS, bankDetails('9000'))])
      expect(await refusal(answer)).toMatchObject({ status: 403, code: 'fresh_sign_in_required' })
    expect((await optionsFor(grace)).needs_fresh_sign_in).toBe(true)
    expect((await withdrawalsOfMember(grace)).withdrawals).toEqual([])
  })

  it('does not withdraw to a new account within its day, however the account was there before', async () => {
    const grace = await server.signIn('grace')
    const account = await savesAccount(grace, '9001')
    expect(await refusal(await withdrawing(grace, account.id, '5.00'))).toMatchObject({
      status: 422,
      code: 'bank_account_waiting',
      fields: { bank_account_id: expect.stringContaining('from 20') },
    })
    await passDays(grace, 1)
    await grace.fetch(`${ACCOUNTS}/${account.id}`, { method: 'DELETE' })
    const again = await savesAccount(grace, '9001')
    expect(await refusal(await withdrawing(grace, again.id, '5.00'))).toMatchObject({
      code: 'bank_account_waiting',
    })
    expect(await refusal(await withdrawing(grace, account.id, '5.00'))).toMatchObject({ status: 404 })
  })
})

describe('whoever knows the id of another member’s bank account', () => {
  it('neither withdraws to it nor removes it', async () => {
    const [margaret, dorothy] = [await server.signIn('margaret'), await server.signIn('dorothy')]
    const hers = await savesAccount(margaret, '9101')
    await passDays(margaret, 1)
    expect(await refusal(await withdrawing(dorothy, hers.id, '5.00'))).toMatchObject({
      status: 404,
      code: 'bank_account_not_found',
    })
    expect((await dorothy.fetch(`${ACCOUNTS}/${hers.id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await withdrawing(margaret, hers.id, '5.00')).status).toBe(201)
  })
})

describe('a member who wants more than is theirs to take', () => {
  let ada: Member
  let account: string
  beforeAll(async () => {
    ada = await server.signIn('ada')
    account = (await savesAccount(ada, '9102')).id
    await passDays(ada, 1)
  })

  it('takes nothing that a card’s bank can still take back, not by way of somebody else either', async () => {
    const radia = await server.signIn('radia')
    const hers = await savesAccount(radia, '9103')
    await gives(radia, 100_00)
    await passDays(radia, 1)
    const before = await optionsFor(radia)
    await depositBecomes(radia, await payByCard(radia, 300_00), { status: 'completed' })
    const options = await optionsFor(radia)
    expect(options).toMatchObject({
      available_usd: before.available_usd,
      held_usd: '300.00',
      holds: [{ amount_usd: '300.00' }],
    })
    const all = (Number(options.available_usd) + 0.01).toFixed(2)
    expect(await refusal(await withdrawing(radia, hers.id, all))).toMatchObject({
      status: 422,
      code: 'withdrawal_held',
    })
    // Everything goes on to Ada, who cannot take the held part out either.
    const { available_usd: adas } = await optionsFor(ada)
    const { usd: held } = await walletOf(radia)
    await sends(radia, { to_user_identifier: 'ada', currency: 'USD', amount: held ?? '' })
    const after = await optionsFor(ada)
    expect(after.held_usd).toBe('300.00')
    expect(Number(after.available_usd)).toBeCloseTo(Number(adas) + Number(options.available_usd), 2)
  })

  it('takes no more in a day by two at once, or by many small ones, than by one', async () => {
    await gives(ada, 30_000_00)
    const both = await Promise.all([
      withdrawing(ada, account, '6000.00'),
      withdrawing(ada, account, '6000.00'),
    ])
    expect(statuses(both)).toEqual([201, 422])
    const refused = both.find(({ status }) => status === 422)
    expect(refused && (await refusal(refused)).code).toBe('withdrawal_limit')
    for (const amount of ['3000.00', '999.99', '0.01'])
      expect((await withdrawing(ada, account, amount)).status).toBe(amount === '0.01' ? 400 : 201)
    expect(await refusal(await withdrawing(ada, account, '1.00'))).toMatchObject({
      code: 'withdrawal_limit',
      error: expect.stringContaining('$0.01 of that is left'),
    })
    expect((await optionsFor(ada)).rails.map(({ max_usd: most }) => most)).toEqual(['0.00', '0.00'])
  })

  it('takes no more than the wallet has by two at once', async () => {
    const edsger = await server.signIn('edsger')
    const his = await savesAccount(edsger, '9104')
    await gives(edsger, 100_00)
    await passDays(edsger, 1)
    const { available_usd: all } = await optionsFor(edsger)
    const both = await Promise.all([withdrawing(edsger, his.id, all), withdrawing(edsger, his.id, all)])
    expect(statuses(both)).toEqual([201, 422])
  })
})

describe('a withdrawal whose answer is lost', () => {
  let alan: Member
  beforeAll(async () => {
    alan = await server.signIn('alan')
  })

  it('is one, however often its request is repeated, and another body is refused', async () => {
    const account = await savesAccount(alan, '9105')
    await passDays(alan, 1)
    const key = randomUUID()
    const all = await Promise.all([1, 2, 3].map(() => withdrawing(alan, account.id, '7.00', 'ach', { key })))
    const ids = await Promise.all(all.map(async (one) => Withdrawal.parse(await one.json()).withdrawal_id))
    expect(new Set(ids).size).toBe(1)
    expect(await refusal(await withdrawing(alan, account.id, '8.00', 'ach', { key }))).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    })
    expect((await withdrawalsOfMember(alan)).withdrawals).toHaveLength(1)
  })

  it('is answered as done when the process died after the money left, whatever the rules say by now', async () => {
    const account = await savesAccount(alan, '8000')
    await passDays(alan, 1)
    const key = randomUUID()
    const begun = await withdraws(alan, account.id, '9.00', 'ach', { key })
    await server.pool.query(
      'update app.idempotency_key set status = null, response = null, position = null where key = $1',
      [key],
    )
    await server.pool.query('update app.saved_bank_account set usable_from = $2 where id = $1', [
      account.id,
      '2100-01-01',
    ])
    const again = await withdraws(alan, account.id, '9.00', 'ach', { key })
    expect(again.withdrawal_id).toBe(begun.withdrawal_id)
    expect(await refusal(await withdrawing(alan, account.id, '9.00'))).toMatchObject({
      code: 'bank_account_waiting',
    })
  })

  it('is paid once when the bank took it and its answer was lost', async () => {
    const account = await savesAccount(alan, PAYOUT_NUMBERS.unanswered)
    await passDays(alan, 1)
    const begun = await withdraws(alan, account.id, '10.00')
    await passDays(alan, 1)
    await withdrawalBecomes(alan, begun.withdrawal_id, 'sent')
    expect(await paidFor(begun.withdrawal_id)).toEqual(['1000'])
  })

  it('is either cancelled or paid when both happen at the same moment', async () => {
    const account = await savesAccount(alan, '8001')
    await passDays(alan, 1)
    const begun = await Promise.all(
      ['11.00', '12.00', '13.00', '14.00'].map((amount) => withdraws(alan, account.id, amount)),
    )
    const [, ...answers] = await Promise.all([
      passDays(alan, 1),
      ...begun.map(({ withdrawal_id: id }) => cancelling(alan, id)),
    ])
    for (const [i, { withdrawal_id: id }] of begun.entries()) {
      const isCancelled = answers[i]?.status === 200
      await withdrawalBecomes(alan, id, isCancelled ? 'cancelled' : 'sent')
      expect(await paidFor(id)).toHaveLength(isCancelled ? 0 : 1)
    }
  })
})
