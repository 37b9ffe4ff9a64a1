import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { KeyOutcome } from '../../../api/contract/outcomes.ts'
import { createPlatformKeys } from '../../../api/keys/platform-keys.ts'
import { securityOperations } from '../../../api/contract/security.ts'
import { Withdrawal } from '../../../api/contract/withdrawals.ts'
import { bankDetails } from '../../support/deposit-calls.ts'
import { movingClock } from '../../support/moving-clock.ts'
import { eventually } from '../../support/read-models.ts'
import { checkedServer, type Member } from '../../support/test-server.ts'
import { pageOf, refusal, walletOf } from '../../support/wallet-calls.ts'
import {
  ACCOUNTS,
  accountsOf,
  cancelling,
  optionsFor,
  passDays,
  PAYOUT_NUMBERS,
  savesAccount,
  withdrawalBecomes,
  withdrawalOf,
  withdrawalsOfMember,
  withdrawing,
  withdraws,
} from '../../support/withdrawal-calls.ts'

/** A Monday without a holiday soon. */
const clock = movingClock('2026-11-30T12:00:00Z')
const server = checkedServer({ clock, env: { WITHDRAWAL_CANCEL_SECONDS: '3600' } })

const linesOf = async (member: Member, position?: string) => {
  const { transactions } = await pageOf(member, '', position)
  return transactions.map(({ kind, amount }) => [kind, amount])
}
const notificationsOf = async (member: Member) => (await member.fetch('/api/notifications')).text()

describe('a bank account for withdrawals', () => {
  it('is saved with its bank and its last digits, waits a day, and the member is told', async () => {
    const ada = await server.signIn('ada')
    const number = '000987656789'
    const saved = await savesAccount(ada, number)
    expect(saved).toMatchObject({
      holder_name: 'Ada Lovelace',
      bank_name: 'Sandbox Test Bank',
      last4: '6789',
      account_type: 'checking',
      rails: ['ach', 'instant'],
      state: 'waiting',
    })
    expect(Date.parse(saved.usable_from) - Date.parse(saved.created_at)).toBe(24 * 3_600_000)
    expect(await accountsOf(ada)).toEqual([saved])
    expect(await accountsOf(await server.signIn('grace'))).toEqual([])
    expect(await notificationsOf(ada)).toContain('bank_account_added')
    const trail = securityOperations.listSecurityEvents.response.parse(
      await (await ada.fetch('/api/security-events')).json(),
    ).events
    expect(trail.slice(0, 2).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['bank_account_added', 'Sandbox Test Bank ••••6789'],
      ['bank_account_asked', null],
    ])
    const exported = await (await ada.fetch('/api/profile/export')).text()
    expect(exported).toContain('saved_bank_accounts')
    // The number is nowhere in clear, neither in its table nor in the log.
    const { rows } = await server.pool.query('select to_jsonb(a)::text as row from app.saved_bank_account a')
    expect(JSON.stringify(rows) + exported).not.toContain(number)
    expect(server.logged()).not.toContain(number)
  })

  it('is refused twice, beyond five, with a routing number of no bank, and with one that cannot be', async () => {
    const grace = await server.signIn('grace')
    const first = await savesAccount(grace, '1000')
    expect(await refusal(await grace.post(ACCOUNTS, bankDetails('1000')))).toMatchObject({
      status: 422,
      code: 'bank_account_known',
    })
    for (const number of ['1001', '1002', '1003', '1004']) await savesAccount(grace, number)
    expect(await refusal(await grace.post(ACCOUNTS, bankDetails('1005')))).toMatchObject({
      status: 422,
      code: 'too_many_bank_accounts',
    })
    expect((await grace.fetch(`${ACCOUNTS}/${first.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await savesAccount(grace, '1000')).id).not.toBe(first.id)
    const nobodys = bankDetails('2000', { routing_number: '800000006' })
    expect(await refusal(await grace.post(ACCOUNTS, nobodys))).toMatchObject({
      status: 422,
      code: 'routing_number_unknown',
    })
    const wrong = bankDetails('2000', { routing_number: '110000001' })
    expect(await refusal(await grace.post(ACCOUNTS, wrong))).toMatchObject({ status: 400 })
  })

  it('has its bank named before it is saved', async () => {
    const grace = await server.signIn('grace')
    const bankOf = (routing: string) => grace.fetch(`${ACCOUNTS}/bank?routing_number=${routing}`)
    expect(await (await bankOf('110000000')).json()).toEqual({
      bank_name: 'Sandbox Test Bank',
      rails: ['ach', 'instant'],
    })
    expect(await refusal(await bankOf('800000006'))).toMatchObject({
      status: 422,
      code: 'routing_number_unknown',
    })
    expect(await refusal(await bankOf('110000001'))).toMatchObject({ status: 400 })
  })

  it('is known again after its key was rotated, and is saved once by two at once', async () => {
    const radia = await server.signIn('radia')
    const both = await Promise.all([
      radia.post(ACCOUNTS, bankDetails('3000')),
      radia.post(ACCOUNTS, bankDetails('3000')),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
    expect(await accountsOf(radia)).toHaveLength(1)
    const { keyEncryptionKeys } = server.config
    const keys = createPlatformKeys({ pool: server.pool, keyEncryptionKeys, clock: () => new Date() })
    await keys.rotate('saved bank accounts')
    await server.restart()
    expect(await refusal(await radia.post(ACCOUNTS, bankDetails('3000')))).toMatchObject({
      code: 'bank_account_known',
    })
  })
})

describe('a withdrawal', () => {
  let alan: Member
  const account: Record<string, string> = {}
  beforeAll(async () => {
    alan = await server.signIn('alan')
    for (const one of ['arrives', 'comesBack', 'comesBackLate', 'refused', 'watched'] as const)
      account[one] = (await savesAccount(alan, PAYOUT_NUMBERS[one])).id
    await passDays(alan, 1)
  })
  const to = (one: keyof typeof PAYOUT_NUMBERS): string => account[one] ?? ''

  it('says before what may leave, by when and for which fee', async () => {
    expect(await optionsFor(alan)).toMatchObject({
      closed: null,
      simulated: true,
      held_usd: '0.00',
      holds: [],
      rails: [
        { rail: 'ach', fee_usd: '0.00' },
        { rail: 'instant', fee_usd: '1.50' },
      ],
      min_usd: '1.00',
      day: { limit_usd: '10000.00', used_usd: '0.00', left_usd: '10000.00' },
      month: { limit_usd: '25000.00', used_usd: '0.00' },
      needs_fresh_sign_in: false,
      cancel_seconds: 3600,
    })
    const { available_usd: available, rails } = await optionsFor(alan)
    expect(rails[0]?.max_usd).toBe(available)
    expect(Number(rails[1]?.max_usd)).toBeCloseTo(Number(available) - 1.5, 2)
  })

  it('leaves the balance at once, can be cancelled until the bank is asked, and counts no more then', async () => {
    const before = await walletOf(alan)
    const begun = await withdraws(alan, to('arrives'), '100.00', 'instant', { fee: '1.50' })
    expect(begun).toMatchObject({
      state: 'preparing',
      amount_usd: '100.00',
      fee_usd: '1.50',
      total_usd: '101.50',
      rail: 'instant',
      fell_back: false,
      bank_account: { id: to('arrives'), bank_name: 'Sandbox Test Bank', last4: '6789' },
      reason: null,
      sent_at: null,
    })
    expect(Date.parse(begun.cancellable_until ?? '') - Date.parse(begun.created_at)).toBe(3_600_000)
    expect(Number((await walletOf(alan, begun.position)).usd)).toBeCloseTo(Number(before.usd) - 101.5, 2)
    expect((await optionsFor(alan)).day.used_usd).toBe('100.00')
    const answer = await cancelling(alan, begun.withdrawal_id)
    const cancelled = Withdrawal.parse(await answer.json())
    expect(cancelled).toMatchObject({ state: 'cancelled', cancellable_until: null, arrives_by: null })
    const after = await walletOf(alan, answer.headers.get('Ledger-Position') ?? '')
    expect(after.usd).toBe(before.usd)
    expect((await optionsFor(alan)).day.used_usd).toBe('0.00')
    expect(Withdrawal.parse(await (await cancelling(alan, begun.withdrawal_id)).json())).toEqual(cancelled)
  })

  it('is handed over after that, is sent, and has arrived once nothing came back in its days', async () => {
    const begun = await withdraws(alan, to('arrives'), '50.25')
    expect(begun).toMatchObject({ state: 'preparing', fee_usd: '0.00', total_usd: '50.25', rail: 'ach' })
    await passDays(alan, 1)
    const sent = await withdrawalBecomes(alan, begun.withdrawal_id, 'sent')
    expect(sent).toMatchObject({
      cancellable_until: null,
      arrives_by: expect.stringMatching(/^2026-12-\d\d$/),
    })
    expect(await refusal(await cancelling(alan, begun.withdrawal_id))).toMatchObject({
      status: 422,
      code: 'withdrawal_ordered',
    })
    await passDays(alan, 6)
    expect(await withdrawalOf(alan, begun.withdrawal_id)).toMatchObject({
      state: 'arrived',
      arrives_by: sent.arrives_by,
    })
  })

  it('comes back with the reason, into the wallet, once, although the bank says it twice', async () => {
    const cancelledLines = async () =>
      (await linesOf(alan)).filter(([kind]) => kind === 'withdrawal_cancelled').length
    const cancelledBefore = await cancelledLines()
    const begun = await withdraws(alan, to('comesBack'), '20.00')
    const late = await withdraws(alan, to('comesBackLate'), '30.00')
    const { usd } = await walletOf(alan, late.position)
    await passDays(alan, 1)
    await withdrawalBecomes(alan, begun.withdrawal_id, 'sent')
    await passDays(alan, 5)
    const back = await withdrawalBecomes(alan, begun.withdrawal_id, 'came_back')
    expect(back.reason).toEqual({
      code: 'R03',
      message: 'The receiving bank sent it back: there is no such account (R03).',
    })
    // Later than the day on which it seemed to have arrived.
    await passDays(alan, 6)
    expect((await withdrawalBecomes(alan, late.withdrawal_id, 'came_back')).reason?.code).toBe('R23')
    const lines = await linesOf(alan)
    expect(lines.filter(([kind]) => kind === 'withdrawal_returned').map(([, amount]) => amount)).toEqual([
      '30.00',
      '20.00',
    ])
    expect(await cancelledLines(), 'what comes back is no cancelling').toBe(cancelledBefore)
    expect(Number((await walletOf(alan)).usd)).toBeGreaterThanOrEqual(Number(usd) + 50)
    for (const state of ['preparing', 'sent', 'came_back'])
      expect(await notificationsOf(alan)).toContain(
        `"withdrawal_id":"${late.withdrawal_id}","state":"${state}"`,
      )
  })

  it('puts the number of an account right when its bank gives another, and tells the member, once', async () => {
    const margaret = await server.signIn('margaret')
    const { id } = await savesAccount(margaret, PAYOUT_NUMBERS.moved)
    await passDays(margaret, 1)
    const begun = await withdraws(margaret, id, '15.00')
    await passDays(margaret, 1)
    await withdrawalBecomes(margaret, begun.withdrawal_id, 'sent')
    await passDays(margaret, 3)
    const lastDigits = async () => (await accountsOf(margaret)).find((one) => one.id === id)?.last4
    await eventually(async () => (await lastDigits()) === '6789', 'the number is put right')
    const corrections = async () =>
      (await notificationsOf(margaret)).split('"event":"bank_account_corrected"').length - 1
    expect(await corrections()).toBe(1)
    // The bank tells everything again from the beginning.
    await server.pool.query('delete from app.payout_news_cursor')
    await passDays(margaret, 2)
    const isFollowed = async () =>
      (await server.pool.query('select from app.payout_news_cursor')).rowCount === 1
    await eventually(isFollowed, 'the bank was asked again')
    expect(await corrections()).toBe(1)
    const trail = securityOperations.listSecurityEvents.response.parse(
      await (await margaret.fetch('/api/security-events')).json(),
    )
    expect(trail.events.find(({ kind }) => kind === 'bank_account_corrected')).toMatchObject({
      detail: 'Sandbox Test Bank ••••6789',
      device: 'Youtility',
    })
    // It went to the number of then, and what goes now goes to the new one.
    expect(await withdrawalOf(margaret, begun.withdrawal_id)).toMatchObject({
      reason: null,
      bank_account: { id, last4: PAYOUT_NUMBERS.moved.slice(-4) },
    })
    const next = await withdraws(margaret, id, '11.00')
    expect(next.bank_account).toMatchObject({ id, last4: '6789' })
    expect((await cancelling(margaret, next.withdrawal_id)).status).toBe(200)
    // It is the same account by both numbers.
    for (const number of [PAYOUT_NUMBERS.moved, PAYOUT_NUMBERS.arrives])
      expect(await refusal(await margaret.post(ACCOUNTS, bankDetails(number)))).toMatchObject({
        status: 422,
        code: 'bank_account_known',
      })
  })

  it('fails with the reason where the bank does not take it', async () => {
    const begun = await withdraws(alan, to('refused'), '11.00')
    await passDays(alan, 1)
    const failed = await withdrawalBecomes(alan, begun.withdrawal_id, 'failed')
    expect(failed).toMatchObject({ reason: { code: 'account_blocked' }, arrives_by: null })
  })

  it('waits while the bank looks at it, and is neither lost nor ordered twice', async () => {
    const begun = await withdraws(alan, to('watched'), '12.00')
    await passDays(alan, 1)
    const looked = async () =>
      (await server.pool.query('select key from app.sandbox_payout where key = $1', [begun.withdrawal_id]))
        .rowCount
    expect(await looked()).toBe(1)
    expect(await withdrawalOf(alan, begun.withdrawal_id)).toMatchObject({
      state: 'preparing',
      cancellable_until: null,
    })
    await passDays(alan, 4)
    await withdrawalBecomes(alan, begun.withdrawal_id, 'sent')
    expect(await looked()).toBe(1)
  })

  it('is listed, the newest first, page by page, and found by the key it was sent with', async () => {
    const key = randomUUID()
    const begun = await withdraws(alan, to('arrives'), '5.00', 'ach', { key })
    const { withdrawals, next_cursor: cursor } = await withdrawalsOfMember(alan, '?limit=2')
    expect(withdrawals[0]?.withdrawal_id).toBe(begun.withdrawal_id)
    const rest = await withdrawalsOfMember(alan, `?limit=100&cursor=${cursor}`)
    expect(rest.next_cursor).toBeNull()
    expect(rest.withdrawals.some(({ withdrawal_id: id }) => id === withdrawals[1]?.withdrawal_id)).toBe(false)
    const outcome = async () =>
      KeyOutcome.parse(await (await alan.fetch(`/api/outcomes/by-key/${key}`)).json())
    expect(await outcome()).toMatchObject({ state: 'done', answer: { withdrawal_id: begun.withdrawal_id } })
    await server.pool.query('update app.idempotency_key set response = null where key = $1', [key])
    expect(await outcome()).toMatchObject({ state: 'done', answer: { withdrawal_id: begun.withdrawal_id } })
  })

  it('keeps its account until it was sent, and shows it afterwards', async () => {
    const remove = (id: string) => alan.fetch(`${ACCOUNTS}/${id}`, { method: 'DELETE' })
    const begun = await withdraws(alan, to('arrives'), '6.00')
    expect(await refusal(await remove(to('arrives')))).toMatchObject({
      status: 422,
      code: 'bank_account_in_use',
    })
    await passDays(alan, 1)
    await withdrawalBecomes(alan, begun.withdrawal_id, 'sent')
    expect((await remove(to('arrives'))).status).toBe(204)
    expect((await withdrawalOf(alan, begun.withdrawal_id)).bank_account?.last4).toBe('6789')
    const { rows } = await server.pool.query('select sealed from app.saved_bank_account where id = $1', [
      to('arrives'),
    ])
    expect(rows).toEqual([{ sealed: null }])
    expect(await refusal(await withdrawing(alan, to('arrives'), '7.00'))).toMatchObject({ status: 404 })
  })
})

describe('an instant withdrawal', () => {
  it('is there at once for its fee; where it cannot be instant, it goes by ACH and the fee is back', async () => {
    const edsger = await server.signIn('edsger')
    const [fast, slow] = [
      await savesAccount(edsger, '4001'),
      await savesAccount(edsger, PAYOUT_NUMBERS.slowOnly),
    ]
    const noInstant = await savesAccount(edsger, '4000', { routing_number: '110000013' })
    expect(noInstant.rails).toEqual(['ach'])
    await passDays(edsger, 1)
    const before = Number((await walletOf(edsger)).usd)
    expect(await refusal(await withdrawing(edsger, noInstant.id, '40.00', 'instant'))).toMatchObject({
      status: 422,
      code: 'rail_not_taken',
    })
    expect(
      await refusal(await withdrawing(edsger, fast.id, '40.00', 'instant', { fee: '1.00' })),
    ).toMatchObject({ status: 422, code: 'fee_changed' })
    const one = await withdraws(edsger, fast.id, '40.00', 'instant', { fee: '1.50' })
    const other = await withdraws(edsger, slow.id, '60.00', 'instant')
    await passDays(edsger, 1)
    expect(await withdrawalBecomes(edsger, one.withdrawal_id, 'arrived')).toMatchObject({
      rail: 'instant',
      fee_usd: '1.50',
    })
    expect(await withdrawalBecomes(edsger, other.withdrawal_id, 'sent')).toMatchObject({
      rail: 'ach',
      fell_back: true,
      fee_usd: '0.00',
      total_usd: '60.00',
    })
    expect(await notificationsOf(edsger)).toContain('"state":"fell_back","amount":"1.50"')
    const lines = await linesOf(edsger)
    expect(lines).toContainEqual(['withdrawal', '-61.50'])
    expect(lines).toContainEqual(['withdrawal_fee_returned', '1.50'])
    const spent = before - Number((await walletOf(edsger)).usd)
    // A day's interest came in meanwhile.
    expect(spent).toBeGreaterThan(101)
    expect(spent).toBeLessThanOrEqual(101.5)
    const { book } = await server.check()
    expect(book.balanceOf('revenue:withdrawal-fees', 'USD')).toBe(-150n)
    expect(book.balanceOf('liability:in-flight:withdrawals', 'USD')).toBe(-0n)
  })
})
