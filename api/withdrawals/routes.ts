import { withdrawalsOf } from '../../projections/withdrawals/queries.ts'
import { operations } from '../contract/operations.ts'
import { registerCommand, registerOperation, type ApiRouter } from '../http/operation.ts'
import { pageOf, placeOf } from '../http/paging.ts'
import { registerRead } from '../http/reading.ts'
import { registerBankAccounts } from './account-routes.ts'
import type { WithdrawalArea } from './context.ts'
import { withFormer } from './former-withdrawals.ts'
import { whyMayNot } from './may-withdraw.ts'
import { optionsOf } from './options.ts'
import { cancelWithdrawal, viewsOf, withdraw, withdrawalFor } from './withdraw.ts'
import { withdrawalIdOf } from './withdrawals.ts'

const registerReads = (api: ApiRouter, area: WithdrawalArea): void => {
  registerRead(api, area, operations.listWithdrawals, ['withdrawals'], async ({ member, query }) => {
    const { limit, cursor } = query
    const rows = await withdrawalsOf(area.pool, member.id, { limit: limit + 1, before: placeOf(cursor) })
    const { page, next_cursor } = pageOf(rows, limit, ({ position }) => position.toString())
    return { withdrawals: await viewsOf(area, member.id, page), next_cursor }
  })
  registerRead(api, area, operations.getWithdrawal, ['withdrawals'], ({ member, params }) =>
    withdrawalFor(area, member.id, params.id),
  )
  // From the wallet's stream: what decides is what is shown.
  registerOperation(api, operations.getWithdrawalOptions, async ({ member, ctx }) => {
    const [wallet, identity, former] = await Promise.all([
      area.wallets.stateOf(member.id),
      whyMayNot(area.mayWithdraw, member.id),
      area.formerWithdrawals(member.id),
    ])
    const now = area.clock()
    return optionsOf(wallet.status === 'open' ? withFormer(wallet, former, now.toISOString()) : null, {
      ...area,
      identity,
      cancelSeconds: Math.floor(area.cancelMs / 1_000),
      needsFreshSignIn: !api.freshSignIn.isFresh(ctx),
      now,
    })
  })
}

/** Registers the routes of withdrawals and of the accounts that they go to. */
export const registerWithdrawals = (api: ApiRouter, area: WithdrawalArea): void => {
  registerBankAccounts(api, area)
  registerReads(api, area)
  registerCommand(
    api,
    operations.withdraw,
    ({ attempt, body, ctx }) => {
      const provenAt = api.freshSignIn.freshAt(ctx)
      // The operation is sensitive: nobody comes here without.
      if (provenAt === null) throw new Error('A withdrawal came without a fresh sign-in')
      return withdraw(area, attempt, body, provenAt)
    },
    {
      recall: (memberId, idempotencyKey) =>
        withdrawalFor(area, memberId, withdrawalIdOf({ memberId, idempotencyKey })),
    },
  )
  registerCommand(api, operations.cancelWithdrawal, ({ attempt, params }) =>
    cancelWithdrawal(area, attempt.memberId, params.id),
  )
}
