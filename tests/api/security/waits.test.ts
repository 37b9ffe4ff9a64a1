import { describe, expect, it } from 'vitest'
import { SecurityEventKind } from '../../../api/contract/security-event-kind.ts'
import { FRESH_SIGN_IN_MINUTES } from '../../../api/contract/security.ts'
import { DAY_MS, HOUR_MS } from '../../../events/calendar.ts'
import { createSecurityEvents } from '../../../api/security-trail/security-events.ts'
import { newId } from '../../../events/ids.ts'
import { NEW_BANK_ACCOUNT_HOURS, RAISE_WAIT_HOURS } from '../../../events/limits.ts'
import { usd } from '../../../events/money.ts'
import { put } from '../../support/identity-calls.ts'
import { MINUTE_MS, movingClock } from '../../support/moving-clock.ts'
import { answersAs, begins, identityBecomes } from '../../support/person-calls.ts'
import { testServer, type Member } from '../../support/test-server.ts'
import { keyed, refusal, walletOf } from '../../support/wallet-calls.ts'
import { savesAccount, withdrawing } from '../../support/withdrawal-calls.ts'

/**
 * The rule: a wait that begins with one proof of the member ends with a second one. What the wait permits needs a proof
 * of its own on its day, so whoever had the member's browser, or talked them into one confirmation, has nothing by it.
 */
const clock = movingClock('2026-11-30T12:00:00Z')
const server = testServer({ clock, env: { SEED: 'none', YUT_WELCOME_GRANT: '0' } })

const gives = async (member: Member, cents: number): Promise<void> => {
  const depositId = newId()
  const { position } = await server.ledger.wallets.execute(
    member.id,
    { type: 'creditDeposit', depositId, source: 'bank', amount: usd(cents) },
    { actor: 'system', correlationId: depositId, causationId: depositId, at: clock().toISOString() },
  )
  await walletOf(member, position.toString())
}
/** The sign-in is no proof any more; the member goes on using the app. */
const grow = async (member: Member, ms: number): Promise<void> => {
  const until = clock().getTime() + ms
  while (clock().getTime() < until) {
    clock.forward(Math.min(20 * MINUTE_MS, until - clock().getTime()))
    expect((await member.fetch('/api/users/me')).status).toBe(200)
  }
}
const STALE_MS = FRESH_SIGN_IN_MINUTES * MINUTE_MS + 1_000
const DEMANDED = { status: 403, code: 'fresh_sign_in_required' }

/** What permits something only later, and what shows that its day alone permits nothing. */
const WAITS = {
  bank_account_added: async () => {
    const barbara = await server.signIn('barbara')
    await begins(barbara)
    await answersAs(barbara, 'valid')
    await identityBecomes(barbara, { state: 'verified' })
    await gives(barbara, 50_00)
    const { id } = await savesAccount(barbara, '9200')
    // The proof with which it was added pays nothing to it: neither now nor on the account's day.
    for (const answer of [
      await withdrawing(barbara, id, '5.00'),
      await barbara.post('/api/profile/closing', { handle: 'barbara', bank_account_id: id }),
    ])
      expect(await refusal(answer)).toMatchObject({ status: 422, code: 'bank_account_waiting' })
    clock.forward(NEW_BANK_ACCOUNT_HOURS * HOUR_MS)
    const later = await server.signIn('barbara')
    await grow(later, STALE_MS)
    for (const answer of [
      await withdrawing(later, id, '5.00'),
      await later.post('/api/profile/closing', { handle: 'barbara', bank_account_id: id }),
    ])
      expect(await refusal(answer)).toMatchObject(DEMANDED)
    const wallet = await server.ledger.wallets.stateOf(barbara.id)
    expect(wallet.status === 'open' && wallet.balances.USD >= 50_00n).toBe(true)
  },
  daily_limit_raise_asked: async () => {
    const [alan] = [await server.signIn('alan'), await server.signIn('grace')]
    await gives(alan, 3_000_00)
    const limits = (limit: string) => put(alan, '/api/wallet/daily-limit', { limit_usd: limit })
    for (const limit of ['10.00', '2000.00']) expect((await limits(limit)).status).toBe(200)
    clock.forward(RAISE_WAIT_HOURS * HOUR_MS)
    const later = await server.signIn('alan')
    await grow(later, STALE_MS)
    const sent = { to_user_identifier: 'grace', currency: 'USD', amount: '1500.00' }
    const answer = await later.post('/api/wallet/transfer', sent, keyed(newId()))
    expect(await refusal(answer)).toMatchObject(DEMANDED)
  },
} as const satisfies Partial<Record<SecurityEventKind, () => Promise<void>>>

/** The rest of the trail, with what waits and why it may end so. A new kind is in one of the two. */
const OTHERS: Readonly<Record<Exclude<SecurityEventKind, keyof typeof WAITS>, string>> = {
  account_closing_asked:
    'waits for money of its own; pays only to an account that had waited when it was asked for (bank_account_added)',
  passkey_wait_started:
    'the way back of who has no proof (decision 112): it begins with none, and every place of the member can stop it',
  passkey_wait_stopped: 'nothing waits',
  signed_in: 'nothing waits',
  signed_out: 'nothing waits',
  session_ended: 'nothing waits',
  sessions_ended: 'nothing waits',
  sign_in_refused: 'nothing waits',
  fresh_sign_in_required: 'nothing waits',
  account_number_revealed: 'nothing waits',
  data_exported: 'nothing waits',
  handle_change_asked: 'nothing waits',
  daily_limit_lowered: 'nothing waits',
  push_place_added: 'nothing waits',
  push_place_ended: 'nothing waits',
  push_amounts_shown: 'nothing waits',
  passkey_added: 'nothing waits',
  passkey_removed: 'nothing waits',
  passkey_refused: 'nothing waits',
  token_asked: 'nothing waits',
  token_ended: 'nothing waits',
  bank_account_asked: 'nothing waits',
  bank_account_removed: 'nothing waits',
  bank_account_corrected: 'nothing waits',
  bank_account_unconfirmed: 'nothing waits',
  withdrawal_asked: 'nothing waits',
  identity_check_begun: 'nothing waits',
  identity_verified: 'nothing waits',
  identity_rejected: 'nothing waits',
  identity_lapsed: 'nothing waits',
  backup_restored: 'nothing waits',
  line_ordered: 'nothing waits',
  line_ended: 'nothing waits',
  bills_from_wallet_allowed: 'nothing waits',
}

describe('a wait that begins with one proof', () => {
  it('is each kind of the trail that is not listed with a reason', () => {
    expect([...Object.keys(WAITS), ...Object.keys(OTHERS)].toSorted()).toEqual(
      SecurityEventKind.options.toSorted(),
    )
  })

  it.each(Object.entries(WAITS))('of %s ends with a second one', (_, ends) => ends(), 60_000)

  it('is the only thing that outlives a proof: what stores one, and what is usable later, is listed here', async () => {
    const { rows } = await server.pool.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'app' and (column_name ~ 'proven|(usable|valid|effective|opens)_(from|at)')
       order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual([
      // Covers payments to an account that had waited when the closing began.
      'account_closing.proven_at',
      'saved_bank_account.usable_from',
    ])
  })
})

it('the trail of an account that was closed stays for the operator, and goes after 90 days', async () => {
  const dorothy = await server.signIn('dorothy')
  await savesAccount(dorothy, '9201')
  expect((await dorothy.post('/api/profile/close', { handle: 'dorothy' })).status).toBe(200)
  const trail = async () =>
    (
      await server.pool.query<{ kind: string; detail: string | null }>(
        'select kind, detail from app.security_event where member_id = $1 order by id',
        [dorothy.id],
      )
    ).rows
  const kept = await trail()
  expect(kept.map(({ kind }) => kind)).toEqual([
    'signed_in',
    'bank_account_asked',
    'bank_account_added',
    'account_closing_asked',
  ])
  // What somebody must be able to follow: where the money was to go.
  expect(kept.find(({ kind }) => kind === 'bank_account_added')?.detail).toContain('9201')
  const { purge } = createSecurityEvents({ pool: server.pool, clock })
  clock.forward(89 * DAY_MS)
  await purge()
  expect(await trail()).toEqual(kept)
  clock.forward(2 * DAY_MS)
  await purge()
  expect(await trail()).toEqual([])
})
