import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { BankAccount } from '../../../api/contract/funding-accounts.ts'
import type { Browser } from '../../support/browser.ts'
import { payByBank, saveBank, validateBank } from '../../support/deposit-calls.ts'
import { testServer } from '../../support/test-server.ts'
import { refusal } from '../../support/wallet-calls.ts'

const BY_AMOUNTS = '000888888881'
const BY_CODE = '000999999991'
const RIGHT = { amounts: [45, 32] }
const WRONG = { amounts: [32, 46] }

const server = testServer()

/** The time until which an account can be answered, or is refused, is over. */
const passes = (id: string) =>
  server.pool.query(
    `update app.bank_account set validation_until = now() - interval '1 second' where id = $1`,
    [id],
  )

const deposit = (member: Browser, id: string) =>
  member.post('/api/payments/ach/deposit', { amount: 1_000, origin_payment_method: id })
const accountsOf = async (member: Browser) =>
  z
    .object({ accounts: z.array(BankAccount) })
    .parse(await (await member.fetch('/api/payments/ach/accounts')).json()).accounts
const stateOf = async (member: Browser, id: string) =>
  (await accountsOf(member)).find((account) => account.payment_method_id === id)?.validation

describe('a bank account that asks for small deposits', () => {
  it('is debited only after its two amounts were typed, and stays confirmed', async () => {
    const ada = await server.signIn('ada')
    const { payment_method_id: id, validation } = await saveBank(ada, BY_AMOUNTS)
    expect(validation).toEqual({
      state: 'asked',
      asks: 'amounts',
      arrives_by: expect.any(String),
      until: expect.any(String),
      tries_left: 3,
    })
    const head = await server.ledger.store.head()
    expect(await refusal(await deposit(ada, id))).toMatchObject({
      status: 422,
      code: 'bank_account_unconfirmed',
    })
    expect(await server.ledger.store.head()).toBe(head)
    // Saving it again begins no other validation.
    expect((await saveBank(ada, BY_AMOUNTS)).validation).toEqual(validation)
    expect(BankAccount.parse(await (await validateBank(ada, id, RIGHT)).json())).toMatchObject({
      payment_method_id: id,
      validation: { state: 'valid', asks: null },
    })
    expect((await deposit(ada, id)).status).toBe(200)
    expect((await validateBank(ada, id, WRONG)).status).toBe(200)
    expect(await stateOf(ada, id)).toMatchObject({ state: 'valid' })
  })

  it('can ask for a code instead, which is read in either case', async () => {
    const ada = await server.signIn('ada')
    const { payment_method_id: id, validation } = await saveBank(ada, BY_CODE)
    expect(validation).toMatchObject({ state: 'asked', asks: 'code' })
    expect(await refusal(await validateBank(ada, id, RIGHT))).toMatchObject({ status: 400 })
    expect(await refusal(await validateBank(ada, id, { code: 'SM00AA' }))).toMatchObject({
      status: 422,
      code: 'validation_wrong',
      fields: { code: expect.stringContaining('twice more') },
    })
    expect((await validateBank(ada, id, { code: ' sm11aa ' })).status).toBe(200)
    expect((await payByBank(ada, 1_000, BY_CODE)).status).toBe('processing')
  })

  it('is refused after three wrong answers, tells its member, and can be tried anew after thirty days', async () => {
    const grace = await server.signIn('grace')
    const { payment_method_id: id } = await saveBank(grace, BY_AMOUNTS)
    // At the same moment: no more are compared than there may be.
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => refusal(await validateBank(grace, id, WRONG))),
    )
    const codes = answers.map(({ code }) => code).toSorted()
    expect(codes.filter((code) => code === 'validation_wrong')).toHaveLength(2)
    expect(codes.filter((code) => code === 'validation_over')).toHaveLength(4)
    const counted = await server.pool.query(
      'select validation_tries as tries from app.bank_account where id = $1',
      [id],
    )
    expect(counted.rows).toEqual([{ tries: 3 }])
    expect(await refusal(await validateBank(grace, id, RIGHT))).toMatchObject({
      status: 422,
      code: 'validation_over',
      error: 'This account could not be confirmed. Use another account, or add funds by card.',
    })
    expect(await refusal(await deposit(grace, id))).toMatchObject({ code: 'bank_account_unconfirmed' })
    const { validation } = await saveBank(grace, BY_AMOUNTS)
    expect(validation).toMatchObject({ state: 'refused', tries_left: 0 })
    expect((Date.parse(validation?.until ?? '') - Date.now()) / 86_400_000).toBeCloseTo(30, 1)
    const trail = z
      .object({ events: z.array(z.object({ kind: z.string(), detail: z.nullable(z.string()) })) })
      .parse(await (await grace.fetch('/api/security-events')).json())
    expect(trail.events.filter(({ kind }) => kind === 'bank_account_unconfirmed')).toEqual([
      { kind: 'bank_account_unconfirmed', detail: 'Sandbox Test Bank ••••8881' },
    ])
    await passes(id)
    expect((await saveBank(grace, BY_AMOUNTS)).validation).toMatchObject({ state: 'asked', tries_left: 3 })
    expect((await validateBank(grace, id, RIGHT)).status).toBe(200)
  })

  it('that was not answered in time has to be entered again', async () => {
    const alan = await server.signIn('alan')
    const { payment_method_id: id } = await saveBank(alan, BY_AMOUNTS)
    await passes(id)
    expect(await stateOf(alan, id)).toMatchObject({ state: 'expired' })
    expect(await refusal(await validateBank(alan, id, RIGHT))).toMatchObject({
      code: 'validation_over',
      error: 'The time to confirm this account is over. Enter its details again, and new deposits are sent.',
    })
    expect((await saveBank(alan, BY_AMOUNTS)).validation).toMatchObject({ state: 'asked', tries_left: 3 })
  })

  it('is one of three that may wait, since each costs deposits', async () => {
    const katherine = await server.signIn('katherine')
    const save = (routing: string) =>
      katherine.post('/api/payments/ach/save-account', {
        routing_number: routing,
        account_number: BY_AMOUNTS,
        account_holder_name: 'Katherine',
        account_type: 'checking',
      })
    for (const routing of ['110000000', '021000021', '011401533'])
      expect((await save(routing)).status).toBe(200)
    expect(await refusal(await save('091000019'))).toMatchObject({
      status: 422,
      code: 'too_many_validations',
    })
    expect((await save('110000000')).status).toBe(200)
  })

  it('is found by its owner alone', async () => {
    const [ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
    const { payment_method_id: id } = await saveBank(ada, BY_CODE)
    for (const unknown of [id, randomUUID()])
      expect(await refusal(await validateBank(grace, unknown, { code: 'SM11AA' }))).toMatchObject({
        status: 404,
        code: 'bank_account_not_found',
      })
  })

  it.each([
    {},
    { amounts: [32] },
    { amounts: [32, 45, 1] },
    { amounts: [0, 45] },
    { amounts: [32, 100] },
    { amounts: [3.2, 45] },
    { code: 'SM1' },
    { code: 'XX11AA' },
    { amounts: [32, 45], code: 'SM11AA' },
  ])('does not take %j for an answer, nor counts it', async (answer) => {
    const hedy = await server.signIn('edsger')
    const { payment_method_id: id } = await saveBank(hedy, BY_AMOUNTS)
    expect((await validateBank(hedy, id, answer)).status).toBe(400)
    expect(await stateOf(hedy, id)).toMatchObject({ tries_left: 3 })
  })

  it('an account of a release before validations is validated when it is saved again', async () => {
    const ada = await server.signIn('ada')
    const { payment_method_id: id } = await saveBank(ada, '000123456789')
    await server.pool.query(
      'update app.bank_account set validation = null, validation_until = null, validation_round = 0 where id = $1',
      [id],
    )
    expect(await refusal(await deposit(ada, id))).toMatchObject({ code: 'bank_account_unconfirmed' })
    expect((await saveBank(ada, '000123456789')).validation).toMatchObject({ state: 'valid' })
    expect((await deposit(ada, id)).status).toBe(200)
  })

  it('a validation that died while it was begun is begun again, as the same one', async () => {
    const margaret = await server.signIn('margaret')
    const { payment_method_id: id } = await saveBank(margaret, BY_AMOUNTS)
    const referenceOf = async () =>
      (
        await server.pool.query<{ reference: string }>(
          'select validation_reference as reference from app.bank_account where id = $1',
          [id],
        )
      ).rows[0]?.reference
    const before = await referenceOf()
    await server.pool.query('update app.bank_account set validation_reference = null where id = $1', [id])
    await saveBank(margaret, BY_AMOUNTS)
    expect(await referenceOf()).toBe(before)
  })
})
