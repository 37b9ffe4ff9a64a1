import { operations } from '../contract/operations.ts'
import { accountName } from '../deposits/bank-accounts.ts'
import { HttpError } from '../http/errors.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { withdrawalsClosed } from './closed-bank.ts'
import type { WithdrawalArea } from './context.ts'
import { noBankAccount } from './may-withdraw.ts'
import { accountView } from './views.ts'

const noSuchBank = (): HttpError => {
  const sentence = 'No bank has this routing number. Check its nine digits.'
  return new HttpError(422, 'routing_number_unknown', sentence, { fields: { routing_number: sentence } })
}

/** @throws {HttpError} 422 `bank_account_in_use`: money is on its way there, and its numbers are still needed */
const assertUnused = async (
  { wallets }: Pick<WithdrawalArea, 'wallets'>,
  memberId: string,
  accountId: string,
): Promise<void> => {
  const wallet = await wallets.stateOf(memberId)
  const open = wallet.status === 'absent' ? [] : Object.values(wallet.withdrawals)
  if (open.some((one) => one.accountId === accountId && one.stage !== 'sent'))
    throw new HttpError(
      422,
      'bank_account_in_use',
      'A withdrawal to this account is being prepared. Cancel it, or wait until it was sent.',
    )
}

/** Registers what members do with their saved bank accounts. Adding and removing one is told to them by a notification. */
export const registerBankAccounts = (api: ApiRouter, area: WithdrawalArea): void => {
  const { accounts, bank, clock } = area
  registerOperation(api, operations.listBankAccounts, async ({ member }) => ({
    bank_accounts: (await accounts.list(member.id)).map((account) => accountView(account, clock())),
  }))
  registerOperation(
    api,
    operations.nameBank,
    async ({ query }) => {
      const receiving = await bank.bankOf(query.routing_number)
      if (!receiving) throw noSuchBank()
      return { bank_name: receiving.name, rails: [...receiving.rails] }
    },
    { limit: api.limits.lookup },
  )
  registerOperation(
    api,
    operations.addBankAccount,
    async ({ member, body, ctx }) => {
      if (bank.closed !== null) throw withdrawalsClosed(bank.closed)
      const receiving = await bank.bankOf(body.routing_number)
      if (!receiving) throw noSuchBank()
      const account = await accounts.add(
        member.id,
        {
          holderName: body.account_holder_name,
          routingNumber: body.routing_number,
          accountNumber: body.account_number,
          accountType: body.account_type,
        },
        receiving,
      )
      await api.freshSignIn.record(ctx, member.id, 'bank_account_added', accountName(account))
      return accountView(account, clock())
    },
    { limit: api.limits.lookup },
  )
  registerOperation(api, operations.removeBankAccount, async ({ member, params, ctx }) => {
    await assertUnused(area, member.id, params.id)
    const removed = await accounts.remove(member.id, params.id)
    if (!removed) throw noBankAccount()
    await api.freshSignIn.record(ctx, member.id, 'bank_account_removed', accountName(removed))
    return undefined
  })
}
