import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { usd } from '../../../events/money.ts'
import { depositBecomes, payByCard } from '../../support/deposit-calls.ts'
import { answersAs, begins, identityBecomes, identityOf } from '../../support/person-calls.ts'
import { asks, responds } from '../../support/request-calls.ts'
import { checkedServer, type Member } from '../../support/test-server.ts'
import { refusal, sends } from '../../support/wallet-calls.ts'
import { optionsFor, savesAccount, withdrawing } from '../../support/withdrawal-calls.ts'

const server = checkedServer({
  env: { SEED: 'none', UNVERIFIED_LIMIT: '200', SANDBOX_MINUTE_SECONDS: '1', SANDBOX_DAY_SECONDS: '1' },
})

const gives = async (memberId: string, cents: number) => {
  const depositId = randomUUID()
  await server.ledger.wallets.execute(
    memberId,
    { type: 'creditDeposit', depositId, source: 'bank', amount: usd(cents) },
    { actor: 'test', correlationId: depositId, causationId: depositId, at: new Date().toISOString() },
  )
}
const toGrace = (amount: string) => ({ to_user_identifier: 'grace', currency: 'USD', amount })
const pays = (member: Member, amount: string) => member.post('/api/wallet/transfer', toGrace(amount))
const card = (member: Member, amount: number) =>
  member.post('/api/payments/stripe/create-intent', {
    amount,
    currency: 'usd',
    payment_method_type: 'card',
  })

describe('a member who is not verified', () => {
  it('sends up to the limit in a day, however it is sent, and no more', async () => {
    const [ada, grace] = [await server.signIn('ada'), await server.signIn('grace')]
    await gives(ada.id, 1_000_00)
    expect((await identityOf(ada)).unverified_cents).toBe(200_00)
    await sends(ada, toGrace('150.00'))
    expect(await refusal(await pays(ada, '50.01'))).toMatchObject({
      status: 422,
      code: 'unverified_limit',
      error: expect.stringMatching(/\$200\.00 may leave .* \$50\.00 of that is left today/),
      fields: { amount: expect.any(String) },
    })
    const { id } = await asks(grace, 'ada', '50.01')
    expect(await refusal(await responds(ada, id, 'approve'))).toMatchObject({ code: 'unverified_limit' })
    // Two at once cannot use the same rest.
    const both = await Promise.all([pays(ada, '30.00'), pays(ada, '30.00')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
  })

  it('withdraws nothing to a bank, and is told what to do', async () => {
    const [ada, saved] = [await server.signIn('ada'), '00000000-0000-4000-8000-000000000000']
    expect((await optionsFor(ada)).identity).toMatch(/^This needs a verified identity, and you have not/)
    const account = await savesAccount(ada)
    await server.pool.query(`update app.saved_bank_account set usable_from = now() - interval '1 hour'`)
    expect(await refusal(await withdrawing(ada, account.id, '5.00'))).toMatchObject({
      status: 422,
      code: 'identity_unverified',
    })
    expect(await refusal(await withdrawing(ada, saved, '5.00'))).toMatchObject({
      code: 'bank_account_not_found',
    })
  })

  it('adds until the balance is the limit, with what is on its way', async () => {
    const katherine = await server.signIn('katherine')
    const deposit = await payByCard(katherine, 120_00)
    expect(await refusal(await card(katherine, 81_00))).toMatchObject({
      status: 422,
      code: 'unverified_limit',
      error: expect.stringContaining('$80.00 can be added now'),
    })
    await depositBecomes(katherine, deposit, { status: 'completed' })
    expect(await refusal(await card(katherine, 81_00))).toMatchObject({ code: 'unverified_limit' })
    await payByCard(katherine, 80_00)
  })

  it('can be paid by others as before, who learn nothing of it', async () => {
    const [grace, katherine] = [await server.signIn('grace'), await server.signIn('katherine')]
    await gives(grace.id, 200_00)
    await sends(grace, { to_user_identifier: 'katherine', currency: 'USD', amount: '150.00' })
    expect(await refusal(await card(katherine, 1_00))).toMatchObject({
      code: 'unverified_limit',
      error: expect.stringContaining('$0.00 can be added now'),
    })
  })

  it('has none of these limits once verified', async () => {
    const ada = await server.signIn('ada')
    await begins(ada)
    await answersAs(ada, 'valid')
    await identityBecomes(ada, { state: 'verified' })
    await sends(ada, toGrace('240.00'))
    expect((await card(ada, 300_00)).status).toBe(200)
  })
})
