import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Case } from '../../../api/contract/cases.ts'
import { operations } from '../../../api/contract/operations.ts'
import { Withdrawal } from '../../../api/contract/withdrawals.ts'
import { bankDetails } from '../../support/deposit-calls.ts'
import { REVIEWS_WAITING_MAX } from '../../../events/limits.ts'
import { operatorOn } from '../../support/operator-run.ts'
import { movingClock } from '../../support/moving-clock.ts'
import { eventually } from '../../support/read-models.ts'
import { startTestServer, type Member, type TestServer } from '../../support/test-server.ts'
import { refusal, sends, walletOf } from '../../support/wallet-calls.ts'
import {
  cancelling,
  passDays,
  savesAccount,
  withdrawalBecomes,
  withdrawalOf,
  withdrawalsOfMember,
  withdrawing,
  withdraws,
} from '../../support/withdrawal-calls.ts'

const clock = movingClock('2026-11-30T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock, env: { WITHDRAWAL_CANCEL_SECONDS: '3600' } })
})
afterAll(async () => {
  await server?.check()
  await server?.stop()
})

const operator = (...args: string[]) => operatorOn(server.ownerUrl, ...args)
const casesOf = async (member: Member): Promise<readonly Case[]> =>
  operations.listCases.response.parse(await (await member.fetch('/api/cases')).json()).cases
const notificationsOf = async (member: Member) =>
  operations.listNotifications.response.parse(await (await member.fetch('/api/notifications')).json())
    .notifications
const isPaid = async (withdrawalId: string): Promise<boolean> =>
  (await server.pool.query('select from app.sandbox_payout where key = $1', [withdrawalId])).rowCount === 1
const settled = (member: Member, number: number): Promise<true> =>
  eventually(
    async () => (await casesOf(member)).find((one) => one.number === number)?.state === 'answered',
    `case ${number} is settled`,
    20_000,
  )

/** A withdrawal of $5 to an account that somebody else has saved too. */
const toSharedAccount = async (member: Member, other: Member, number: string, type = 'checking') => {
  await savesAccount(other, number)
  const account = await savesAccount(member, number, { account_type: type })
  await passDays(member, 1)
  const before = (await walletOf(member)).usd ?? ''
  const withdrawal = await withdraws(member, account.id, '5.00')
  return { withdrawal, number: withdrawal.case_number ?? 0, before }
}

describe('a withdrawal to a bank account that another member has', () => {
  let ada: Member
  let grace: Member
  beforeAll(async () => {
    ada = await server.signIn('ada')
    grace = await server.signIn('grace')
  })

  it('waits with a reason and a case number; the money has left the wallet, and the bank is not asked', async () => {
    const { withdrawal, number, before } = await toSharedAccount(ada, grace, '7001')
    expect(withdrawal).toMatchObject({
      state: 'review',
      reason: { code: 'account_ownership', message: expect.stringContaining('whose it is') },
      case_number: expect.any(Number),
      arrives_by: null,
      cancellable_until: null,
    })
    expect(JSON.stringify(withdrawal)).not.toContain('grace')
    expect(Number((await walletOf(ada, withdrawal.position)).usd)).toBeCloseTo(Number(before) - 5, 2)
    expect(await casesOf(ada)).toMatchObject([
      {
        number,
        about: 'withdrawal',
        reason: 'account_ownership',
        activity_id: expect.any(String),
        state: 'open',
        entries: [{ by: 'operator', text: withdrawal.reason?.message }],
      },
    ])
    const [line] = operations.listTransactions.response.parse(
      await (await ada.fetch('/api/wallet/transactions?limit=1')).json(),
    ).transactions
    expect((await casesOf(ada))[0]?.activity_id).toBe(line?.id)
    await eventually(
      async () =>
        (await notificationsOf(ada)).some((one) => one.kind === 'withdrawal' && one.state === 'review'),
      'she is told',
    )
    const closing = await (await ada.fetch('/api/profile/closing')).json()
    expect(operations.getClosing.response.parse(closing).obstacles).toContainEqual({
      code: 'withdrawal_in_progress',
      message: expect.stringContaining('once somebody has looked at it'),
      ends: 'by_waiting',
    })
    await passDays(ada, 1)
    expect(await isPaid(withdrawal.withdrawal_id)).toBe(false)
    expect((await withdrawalOf(ada, withdrawal.withdrawal_id)).state).toBe('review')
    expect((await operator('cases')).out).toMatch(
      new RegExp(`^${number} {2}open {2}.*@ada about a withdrawal: account_ownership`, 'm'),
    )
    expect((await operator('cases', 'show', String(number))).out).toMatch(
      /withdrawal of \$5\.00 by ach, review[^]*Sandbox Test Bank ••••7001, checking, saved on[^]*also of @grace/,
    )
  })

  it('is talked about while it waits, and goes on once it is released', async () => {
    const [waiting] = await casesOf(ada)
    const number = String(waiting?.number)
    expect((await operator('cases', 'answer', number, 'Is it a joint account?')).exit).toBe(0)
    const said = await ada.post(`/api/cases/${number}/entries`, { text: 'Yes, with Grace.' })
    expect(operations.addToCase.response.parse(await said.json()).case).toMatchObject({
      state: 'open',
      entries: [{}, { by: 'operator', text: 'Is it a joint account?' }, { by: 'member' }],
    })
    for (const args of [
      ['longer', number, 'It takes time'],
      ['answer', number, 'Fine', '--decision', 'upheld'],
    ])
      expect(await operator('cases', ...args)).toMatchObject({
        exit: 1,
        error: expect.stringContaining('release it or stop it'),
      })
    expect((await operator('cases', 'release', number)).exit).toBe(0)
    await settled(ada, Number(number))
    expect((await casesOf(ada))[0]).toMatchObject({ decision: 'upheld', state: 'answered' })
    const id = (await lastOf(ada)).withdrawal_id
    // It can be cancelled for a while again.
    expect(await withdrawalBecomes(ada, id, 'preparing')).toMatchObject({
      reason: null,
      cancellable_until: expect.any(String),
    })
    await passDays(ada, 1)
    await withdrawalBecomes(ada, id, 'sent')
    expect(await isPaid(id)).toBe(true)
    const told = (await notificationsOf(ada)).filter((one) => one.kind === 'case')
    expect(told).toHaveLength(2)
    expect(told[0]).toMatchObject({ number: Number(number), activity_id: waiting?.activity_id })
  })

  it('is stopped with a reason from the list: the money is back, once, and no other word counts', async () => {
    const { withdrawal, number, before } = await toSharedAccount(ada, grace, '7002', 'savings')
    expect(withdrawal.state).toBe('review')
    const stop = ['cases', 'stop', String(number)]
    for (const wrong of [stop, [...stop, '--because', 'I say so'], ['cases', 'release', String(number), 'x']])
      expect(await operator(...wrong)).toMatchObject({ exit: 2, out: '' })
    expect((await operator('cases', 'release', String(number), '--because', 'origin_unclear')).exit).toBe(2)
    const because = [...stop, '--because', 'account_of_another']
    const both = await Promise.all([operator(...because), operator(...because)])
    expect(both.map(({ exit }) => exit)).toContain(0)
    const ended = await withdrawalBecomes(ada, withdrawal.withdrawal_id, 'failed')
    expect(ended).toMatchObject({
      reason: { code: 'stopped_account_of_another', message: expect.stringContaining('shown to be yours') },
      case_number: number,
    })
    await settled(ada, number)
    expect((await casesOf(ada))[0]).toMatchObject({
      decision: 'dismissed',
      entries: [{}, { by: 'operator', text: ended.reason?.message }],
    })
    expect((await walletOf(ada)).usd).toBe(before)
    expect((await operator('cases', 'release', String(number))).exit).toBe(1)
    await eventually(
      async () =>
        (await notificationsOf(ada)).some((one) => one.kind === 'withdrawal' && one.state === 'stopped'),
      'she is told',
    )
    expect((await notificationsOf(ada)).filter((one) => one.kind === 'case')).toHaveLength(2)
    // What the operator did is in their trail; the ledger has one end.
    const { rows } = await server.pool.query<{ command: string }>(
      `select command from app.operator_event where command like '%cases stop%because%' and outcome = 'done'`,
    )
    expect(new Set(rows.map(({ command }) => command))).toEqual(
      new Set([`npm run operator -- ${because.join(' ')}`]),
    )
    // What she adds afterwards is a case like any other.
    await ada.post(`/api/cases/${number}/entries`, { text: 'It is mine.' })
    expect((await operator('cases', 'answer', String(number), 'Send us a statement.')).exit).toBe(0)
    expect((await casesOf(ada))[0]).toMatchObject({ state: 'answered' })
  })

  it('tells the operator whose else it is, as the rule saw it, in whatever way they have saved it', async () => {
    const katherine = await server.signIn('katherine')
    const { number } = await toSharedAccount(katherine, grace, '7006', 'savings')
    const shown = await operator('cases', 'show', String(number))
    expect(shown.out).toMatch(/••••7006, savings, saved on[^]*also of @grace/)
    const theirs = await (await grace.fetch('/api/wallet/bank-accounts')).json()
    for (const { id, last4 } of theirs.bank_accounts)
      if (last4 === '7006') await grace.fetch(`/api/wallet/bank-accounts/${id}`, { method: 'DELETE' })
    await server.pool.query(`delete from app.saved_bank_account where member_id = $1 and last4 = '7006'`, [
      grace.id,
    ])
    expect((await operator('cases', 'show', String(number))).out).toBe(shown.out)
    // The member reads nothing of it, nor takes it along.
    expect(await (await katherine.fetch('/api/profile/export')).text()).not.toContain('"seen"')
    expect((await operator('cases', 'release', String(number))).exit).toBe(0)
    await settled(katherine, number)
  })

  it('waits whichever routing number of the bank names it, also when the other has left', async () => {
    const [barbara, radia] = [await server.signIn('barbara'), await server.signIn('radia')]
    await savesAccount(barbara, '98765000001')
    const { id } = await savesAccount(radia, '098765000001', { routing_number: '110000026' })
    // The same number at a bank of another name is somebody else's.
    const elsewhere = await savesAccount(radia, '98765000001', { routing_number: '110000013' })
    await passDays(radia, 1)
    expect(await withdraws(radia, elsewhere.id, '5.00')).toMatchObject({ state: 'preparing' })
    const first = await withdraws(radia, id, '5.00')
    expect(first).toMatchObject({ state: 'review', reason: { code: 'account_ownership' } })
    expect((await cancelling(radia, first.withdrawal_id)).status).toBe(200)
    await server.pool.query(
      `with gone as (delete from app.saved_bank_account where member_id = $1 returning bank_fingerprint, member_id)
       insert into app.former_bank_account (fingerprint, member_id) select * from gone where bank_fingerprint is not null`,
      [barbara.id],
    )
    const second = await withdraws(radia, id, '5.00')
    expect(second).toMatchObject({ state: 'review' })
    for (const { withdrawal_id: one, state } of (await withdrawalsOfMember(radia)).withdrawals)
      if (state !== 'cancelled') await cancelling(radia, one)
  })

  it('waits in whatever way the number is written', async () => {
    const [margaret, dorothy] = [await server.signIn('margaret'), await server.signIn('dorothy')]
    await savesAccount(margaret, '98765432109')
    const { id } = await savesAccount(dorothy, '00098765432109')
    const again = await dorothy.post('/api/wallet/bank-accounts', bankDetails('098765432109'))
    expect(await refusal(again)).toMatchObject({ code: 'bank_account_known' })
    await passDays(dorothy, 1)
    const withdrawal = await withdraws(dorothy, id, '5.00')
    expect(withdrawal).toMatchObject({ state: 'review', reason: { code: 'account_ownership' } })
    // Each costs a person's time, however small it is: five wait, and one that ends makes room.
    for (let waiting = 1; waiting < REVIEWS_WAITING_MAX; waiting += 1) await withdraws(dorothy, id, '1.00')
    expect(await refusal(await withdrawing(dorothy, id, '1.00'))).toMatchObject({
      status: 422,
      code: 'too_many_reviews',
    })
    expect((await cancelling(dorothy, withdrawal.withdrawal_id)).status).toBe(200)
    await settled(dorothy, withdrawal.case_number ?? 0)
    expect((await withdrawing(dorothy, id, '1.00')).status).toBe(201)
    for (const { withdrawal_id: one, state } of (await withdrawalsOfMember(dorothy)).withdrawals)
      if (state === 'review') await cancelling(dorothy, one)
  })

  it('is cancelled by its member meanwhile, and then waits for nobody', async () => {
    const { withdrawal, number, before } = await toSharedAccount(ada, grace, '7003')
    expect((await cancelling(ada, withdrawal.withdrawal_id)).status).toBe(200)
    await settled(ada, number)
    expect((await casesOf(ada))[0]).toMatchObject({ decision: null, state: 'answered' })
    expect((await walletOf(ada)).usd).toBe(before)
    expect((await operator('cases', 'release', String(number))).exit).toBe(1)
    expect((await operator('cases')).out).not.toContain('withdrawal')
  })

  it('is either cancelled or released when both happen at the same moment', async () => {
    const { withdrawal, number } = await toSharedAccount(ada, grace, '7004')
    const [answer] = await Promise.all([
      cancelling(ada, withdrawal.withdrawal_id),
      operator('cases', 'release', String(number)),
    ])
    await settled(ada, number)
    await passDays(ada, 1)
    const state = answer.status === 200 ? 'cancelled' : 'sent'
    await withdrawalBecomes(ada, withdrawal.withdrawal_id, state)
    expect(await isPaid(withdrawal.withdrawal_id)).toBe(state === 'sent')
  })

  it('gets its case, with what the rule saw, from the process when the server died before it was opened', async () => {
    const { withdrawal, number } = await toSharedAccount(ada, grace, '7005')
    await server.pool.query('delete from app.support_case where number = $1', [number])
    // Asked now, the answer would be another.
    await server.pool.query(`delete from app.saved_bank_account where member_id = $1 and last4 = '7005'`, [
      grace.id,
    ])
    await server.pool.query(`select pg_notify('work', 'review')`)
    await eventually(
      async () => ((await withdrawalOf(ada, withdrawal.withdrawal_id)).case_number ?? number) !== number,
      'there is a case again',
      20_000,
    )
    const { case_number: again } = await withdrawalOf(ada, withdrawal.withdrawal_id)
    expect((await operator('cases', 'show', String(again))).out).toMatch(/••••7005[^]*also of @grace/)
    expect(await refusal(await ada.post('/api/profile/close', { handle: 'ada' }))).toMatchObject({
      status: 422,
    })
    expect((await cancelling(ada, withdrawal.withdrawal_id)).status).toBe(200)
  })
})

const lastOf = async (member: Member): Promise<Withdrawal> => {
  const [last] = operations.listWithdrawals.response.parse(
    await (await member.fetch('/api/wallet/withdrawals?limit=1')).json(),
  ).withdrawals
  return Withdrawal.parse(last)
}

it('most of what has just come from a member waits on its way to a new account, in pieces too', async () => {
  const [alan, edsger] = [await server.signIn('alan'), await server.signIn('edsger')]
  const account = await savesAccount(edsger, '7100')
  await passDays(edsger, 1)
  const had = Number((await walletOf(edsger)).usd)
  await sends(alan, { to_user_identifier: 'edsger', currency: 'USD', amount: '999.00' })
  await sends(alan, { to_user_identifier: 'edsger', currency: 'USD', amount: '1.00' })
  let dollars = 0
  await eventually(async () => {
    dollars = Number((await walletOf(edsger)).usd)
    return dollars > had + 999.5
  }, 'both have arrived')
  const part = (dollars * 0.3).toFixed(2)
  const [first, second] = [
    await withdraws(edsger, account.id, part),
    await withdraws(edsger, account.id, part),
  ]
  expect(first).toMatchObject({ state: 'preparing' })
  expect(second).toMatchObject({ state: 'review', reason: { code: 'just_received' } })
  for (const { withdrawal_id: id } of [first, second]) expect((await cancelling(edsger, id)).status).toBe(200)
})
