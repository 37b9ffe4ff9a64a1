import { depositById, type DepositRow } from '../../projections/deposits/queries.ts'
import { CARD_FEE_FIXED_CENTS, CARD_FEE_PER_MILLE } from '../contract/deposits.ts'
import { DEPOSIT_CENTS } from '../contract/limits.ts'
import { operations } from '../contract/operations.ts'
import { TEST_BANK_ACCOUNTS, TEST_CARDS } from '../contract/test-instruments.ts'
import { HttpError } from '../http/errors.ts'
import { registerCommand, registerOperation, type ApiRouter } from '../http/operation.ts'
import { freshTo, registerRead } from '../http/reading.ts'
import type { DepositsArea } from './context.ts'
import { depositIdOf } from './deposits.ts'
import { createAchDeposit, createCardDeposit, proveBankAccount, saveBankAccount } from './funding.ts'
import type { DebitConsent } from './processor.ts'
import { bankAccountView, depositDetails } from './views.ts'
import { registerWebhooks } from './webhooks.ts'

/** @throws {HttpError} 404 also for another member's deposit, so that nobody can probe which ids exist */
const ownDeposit = async (
  { pool }: Pick<DepositsArea, 'pool'>,
  memberId: string,
  id: string,
): Promise<DepositRow> => {
  const row = await depositById(pool, id)
  if (row?.memberId === memberId) return row
  throw new HttpError(404, 'deposit_not_found', 'You have no such deposit.')
}

const detailsOf = async ({ processor, heldUntil }: DepositsArea, row: DepositRow) =>
  depositDetails(
    row,
    processor,
    row.method === 'card' && row.status === 'pending' ? await heldUntil(row.id) : null,
  )

/** The member's deposit with this key, as the answers have it that begin one. */
const begunUnder = async (area: DepositsArea, memberId: string, key: string) => {
  const row = await ownDeposit(area, memberId, depositIdOf(memberId, key))
  const { id, stage, amount_cents, fee_cents, total_cents, sandbox } = await detailsOf(area, row)
  const begun = {
    deposit_id: id,
    status: stage,
    sandbox,
    amount: amount_cents,
    fee: fee_cents,
    total: total_cents,
    position: row.position.toString(),
  }
  return { begun, reference: row.reference ?? '', createdAt: row.createdAt }
}

const registerReads = (api: ApiRouter, area: DepositsArea): void => {
  const { processor, sandbox } = area
  registerOperation(api, operations.getPaymentOptions, () => ({
    provider: processor.name,
    sandbox: sandbox !== null,
    publishable_key: processor.publishableKey,
    amount_cents_min: DEPOSIT_CENTS.min,
    amount_cents_max: DEPOSIT_CENTS.max,
    card_fee: { per_mille: CARD_FEE_PER_MILLE, fixed_cents: CARD_FEE_FIXED_CENTS },
    test_cards: sandbox ? [...TEST_CARDS] : [],
    test_bank_accounts: sandbox ? [...TEST_BANK_ACCOUNTS] : [],
  }))
  registerRead(api, area, operations.getDeposit, ['deposits'], async ({ member, params }) =>
    detailsOf(area, await ownDeposit(area, member.id, params.id)),
  )
  registerOperation(api, operations.getDepositByKey, async ({ member, params }) => {
    // The member may pay again depending on this response, so it must reflect the whole ledger up to now.
    await freshTo(area, await area.store.head(), ['deposits'])
    const id = depositIdOf(member.id, params.key)
    return detailsOf(area, await ownDeposit(area, member.id, id))
  })
}

/** The consent that comes with a request. */
const consentOf = (ctx: { readonly ip: string; get(header: string): string }): DebitConsent => ({
  ip: ctx.ip,
  userAgent: ctx.get('User-Agent').slice(0, 500) || 'unknown',
})

const registerAccounts = (api: ApiRouter, area: DepositsArea): void => {
  const { bankAccounts, clock, sandbox } = area
  // Takes no idempotency key: its stored request hash would contain the account number and be open to brute force.
  registerOperation(
    api,
    operations.saveBankAccount,
    ({ member, body, ctx }) => saveBankAccount(area, member.id, body, consentOf(ctx)),
    { limit: api.limits.money },
  )
  registerOperation(api, operations.listFundingAccounts, async ({ member }) => ({
    accounts: (await bankAccounts.list(member.id)).map((row) =>
      bankAccountView(row, clock(), sandbox !== null),
    ),
  }))
  registerOperation(
    api,
    operations.validateFundingAccount,
    ({ member, params, body }) => proveBankAccount(area, member.id, params.id, body),
    { limit: api.limits.money },
  )
}

const registerCommands = (api: ApiRouter, area: DepositsArea): void => {
  const { processor, sandbox } = area
  registerCommand(
    api,
    operations.createPaymentIntent,
    ({ attempt, body }) => createCardDeposit(area, attempt, body),
    {
      recall: async (memberId, key) => {
        const { reference, begun } = await begunUnder(area, memberId, key)
        const { publishableKey } = processor
        return {
          ...begun,
          payment_intent_id: reference,
          client_secret: null,
          publishable_key: publishableKey,
        }
      },
      complete: async (intent) => ({
        ...intent,
        client_secret: await processor.clientSecretOf(intent.payment_intent_id),
      }),
    },
  )

  registerCommand(
    api,
    operations.createAchDeposit,
    ({ attempt, body, ctx }) => createAchDeposit(area, attempt, body, consentOf(ctx)),
    {
      recall: async (memberId, key) => {
        const { reference, begun, createdAt } = await begunUnder(area, memberId, key)
        const { from, by } = processor.arrival('ach', new Date(createdAt))
        const expected = { expected_from: from.toISOString(), expected_by: by.toISOString() }
        return { ...begun, transfer_id: reference, ...expected }
      },
    },
  )
  registerOperation(api, operations.authenticateTestCard, async ({ member, params, body }) => {
    if (!sandbox) throw new HttpError(404, 'not_found', 'There is no sandbox here.')
    const row = await ownDeposit(area, member.id, params.id)
    if (!(await sandbox.answer(row.id, body.outcome)))
      throw new HttpError(409, 'already_answered', 'This payment does not wait for an answer.')
    return detailsOf(area, row)
  })
}

/** Registers the routes of deposits. */
export const registerDeposits = (api: ApiRouter, area: DepositsArea): void => {
  registerReads(api, area)
  registerAccounts(api, area)
  registerCommands(api, area)
  registerWebhooks(api, area)
}
