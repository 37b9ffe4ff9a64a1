import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { profileOperations } from '../../../api/contract/profile.ts'
import { formatMinor, usd } from '../../../events/money.ts'
import { createPlatformKeys } from '../../../api/keys/platform-keys.ts'
import { programWith } from '../../support/access-token-calls.ts'
import { payByBank, payByCard, depositBecomes, saveBank } from '../../support/deposit-calls.ts'
import { profileOf, put } from '../../support/identity-calls.ts'
import { eventually } from '../../support/read-models.ts'
import { signedIn, testServer, type Member } from '../../support/test-server.ts'
import { refusal, sends } from '../../support/wallet-calls.ts'
import { passDays } from '../../support/withdrawal-calls.ts'

const server = testServer({ env: { SEED: 'none', SANDBOX_DAY_SECONDS: '1' } })
const grace = signedIn(server, 'grace')

const obstacles = async (member: Member) => {
  const response = await member.fetch('/api/profile/closing')
  return profileOperations.getClosing.response.parse(await response.json()).obstacles
}
const close = async (member: Member) => {
  const { handle } = await (await member.fetch('/api/users/me')).json()
  return member.post('/api/profile/close', { handle })
}
/** Repeats a refused closing, which changes nothing: recently sent money may still be in flight. */
const closes = (member: Member): Promise<true> =>
  eventually(async () => (await close(member)).status === 200, 'the account is closed')
/** The YUT balance by the ledger, which is always current. */
const yutOf = async ({ id }: Member): Promise<string> => {
  const wallet = await server.ledger.wallets.stateOf(id)
  return wallet.status === 'absent' ? 'no wallet' : formatMinor('YUT', wallet.balances.YUT)
}

describe('closing an account and coming back', () => {
  it('brings no second welcome grant, however often, and also after the key of the hashes was rotated', async () => {
    const first = await server.signIn('ada')
    expect(await yutOf(first)).toBe('100.000000')
    await sends(first, { to_user_identifier: 'grace', currency: 'YUT', amount: '100' })
    expect((await grace.post('/api/members/blocked', { identifier: 'ada' })).status).toBe(201)
    const program = await programWith(server.url, first)
    expect((await program.fetch('/api/users/me')).status).toBe(200)
    await closes(first)
    expect((await program.fetch('/api/users/me')).status).toBe(401)
    expect((await server.pool.query('select from app.access_token')).rowCount).toBe(0)

    const second = await server.signIn('ada')
    expect(second.id).not.toBe(first.id)
    // Never given again, also not to them, nor in a form that looks the same.
    expect((await profileOf(second)).handle).toBe('ada_lovelace')
    for (const handle of ['ada', 'a_d_a', '4da'])
      expect(await refusal(await put(grace, '/api/profile/handle', { handle })), handle).toMatchObject({
        code: 'handle_taken',
      })
    expect(await yutOf(second)).toBe('0.000000')
    await closes(second)

    const { keyEncryptionKeys } = server.config
    const keys = createPlatformKeys({ pool: server.pool, keyEncryptionKeys, clock: () => new Date() })
    await keys.rotate('departed identities')
    await keys.rotate('former handles')
    const third = await server.signIn('ada')
    expect(await yutOf(third)).toBe('0.000000')
    await closes(third)
    const fourth = await server.signIn('ada')
    expect((await profileOf(fourth)).handle).toMatch(/^ada_\d+$/)
    expect(await yutOf(fourth)).toBe('0.000000')
    // Whoever had blocked them has blocked them still, and once.
    expect((await fourth.fetch('/api/members/lookup?identifier=grace')).status).toBe(404)
    const { blocked } = await (await grace.fetch('/api/members/blocked')).json()
    expect(blocked).toMatchObject([{ handle: (await profileOf(fourth)).handle }])

    const kept = await server.pool.query<{ row: string; member_ids: string[] }>(
      'select t::text as row, member_ids from app.departed t',
    )
    expect(kept.rows).toMatchObject([{ member_ids: [first.id, second.id, third.id] }])
    // As a word of its own: the hash is random, and three of its hex digits can be these letters.
    expect(kept.rows[0]?.row).not.toMatch(/\bada\b/i)
  }, 60_000)

  it('leaves others their grant', async () => {
    expect(await yutOf(await server.signIn('alan'))).toBe('100.000000')
  })
})

describe('a debt', () => {
  it('follows its debtor: what the closed account owes is owed by the one that is opened next', async () => {
    const member = await server.signIn('alan')
    await sends(member, { to_user_identifier: 'grace', currency: 'YUT', amount: '100' })
    await closes(member)
    // The bank takes back an old deposit.
    const depositId = randomUUID()
    const booking = { depositId, source: 'bank' as const, amount: usd(2_000) }
    const context = {
      actor: 'test',
      correlationId: depositId,
      causationId: depositId,
      at: new Date().toISOString(),
    }
    await server.ledger.wallets.execute(member.id, { type: 'creditDeposit', ...booking }, context)
    await server.ledger.wallets.execute(
      member.id,
      { type: 'reverseDeposit', ...booking, reason: 'R10' },
      context,
    )
    const other = { ...booking, depositId: randomUUID() }
    await server.ledger.wallets.execute(member.id, { type: 'creditDeposit', ...other }, context)
    await server.ledger.wallets.execute(
      member.id,
      { type: 'reverseDeposit', ...other, amount: usd(4_500), reason: 'R10' },
      context,
    )

    const returned = await server.signIn('alan')
    const usdOf = async (id: string) => {
      const wallet = await server.ledger.wallets.stateOf(id)
      return wallet.status === 'absent' ? null : wallet.balances.USD
    }
    expect(await usdOf(member.id)).toBe(0n)
    expect(await usdOf(returned.id)).toBe(-2_500n)
    await server.signIn('alan')
    expect(await usdOf(returned.id)).toBe(-2_500n)
    const sent = await returned.post('/api/wallet/transfer', {
      to_user_identifier: 'grace',
      currency: 'USD',
      amount: '1.00',
    })
    expect(await refusal(sent)).toMatchObject({ status: 422, code: 'wallet_overdrawn' })
  }, 60_000)
})

describe('what can be taken back', () => {
  it('keeps the account open until it cannot any more', async () => {
    const member = await server.signIn('katherine')
    const paid = await payByCard(member, 2_000)
    await depositBecomes(member, paid, { status: 'completed' })
    const found = (await obstacles(member)).find(({ code }) => code === 'deposit_reversible')
    expect(found?.message).toMatch(
      /^Your card payment of \$20.00 can be taken back by its bank until 20\d\d-\d\d-\d\d\. /,
    )
    await sends(member, { to_user_identifier: 'grace', currency: 'USD', amount: '20.00' })
    await sends(member, { to_user_identifier: 'grace', currency: 'YUT', amount: '100' })
    // Transfers that the read models do not have yet are no obstacle: one may still appear between two calls.
    const isOnlyDeposit = async () => {
      const { status, code } = await refusal(await close(member))
      return status === 422 && code === 'deposit_reversible'
    }
    await eventually(isOnlyDeposit, 'the deposit alone is an obstacle')
    await passDays(grace, 121)
    await eventually(async () => (await obstacles(member)).length === 0, 'nothing can be taken back')
    await closes(member)
  }, 120_000)

  it('is limited, also when asked for many times at once', async () => {
    const { payment_method_id: origin } = await saveBank(grace, '000123456789')
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        grace.post('/api/payments/ach/deposit', { amount: 400_000, origin_payment_method: origin }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    const [refused] = answers.filter(({ status }) => status !== 200)
    expect(refused && (await refusal(refused))).toMatchObject({
      status: 422,
      code: 'reversible_limit',
      fields: { amount: expect.stringContaining('$2000.00 is left') },
    })
    await payByBank(grace, 200_000, '000123456789')
    await passDays(grace, 71)
    await eventually(
      async () =>
        (await grace.post('/api/payments/ach/deposit', { amount: 100, origin_payment_method: origin }))
          .status === 200,
      'the limit has room again',
    )
  }, 120_000)
})

describe('a backup of before the closing', () => {
  it('is restored without whom it still has: they are erased again before the server answers', async () => {
    const member = await server.signIn('katherine')
    const { rows } = await server.pool.query<{ row: string }>(
      'select to_jsonb(m)::text as row from app.member m where id = $1',
      [member.id],
    )
    await closes(member)
    await server.pool.query('delete from app.erasure where member_id = $1', [member.id])
    await server.pool.query(
      'insert into app.member select * from jsonb_populate_record(null::app.member, $1::jsonb)',
      [rows[0]?.row],
    )
    await server.restart()
    const left = await server.pool.query('select from app.member where id = $1', [member.id])
    expect(left.rowCount).toBe(0)
  }, 60_000)
})
