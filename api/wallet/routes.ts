import { usd } from '../../events/money.ts'
import { operations } from '../contract/operations.ts'
import { settled, type Idempotency } from '../http/idempotency.ts'
import { registerCommand, registerOperation, type ApiRouter } from '../http/operation.ts'
import { freshTo, freshToAsked, registerRead } from '../http/reading.ts'
import type { WalletArea } from './context.ts'
import { registerDailyLimit } from './daily-limit.ts'
import { transactionsOf, transferFor } from './history.ts'
import { registerMovements } from './movements.ts'
import { walletOverview } from './overview.ts'
import { amountOf, registerSending } from './send.ts'
import { transferIdOf } from './transfers.ts'
import { initializeTreasury, revealAccount } from './treasury.ts'

type WalletCalls = WalletArea & { readonly idempotency: Idempotency }

const registerReads = (api: ApiRouter, area: WalletCalls): void => {
  registerRead(api, area, operations.getWallet, ['wallet', 'activity', 'deposits'], ({ member }, asOf) =>
    walletOverview({ ...area, now: asOf }, member.id),
  )
  registerRead(api, area, operations.listTransactions, ['activity'], ({ member, query }) =>
    transactionsOf(area, member.id, query),
  )
  registerOperation(api, operations.getTransfer, async ({ member, params, minPosition }) => {
    await freshToAsked(api, area, minPosition, ['activity'])
    return transferFor(area, member.id, params.id)
  })
  registerOperation(api, operations.getTransferByKey, async ({ member, params }) => {
    // The member may send again depending on this response, so it must reflect the whole ledger up to now, and any
    // request with this key that is still in progress.
    await settled(area.idempotency, member.id, params.key)
    await freshTo(area, await area.store.head(), ['activity'])
    return transferFor(area, member.id, transferIdOf(member.id, params.key))
  })
}

const registerCommands = (api: ApiRouter, area: WalletArea): void => {
  registerSending(api, area, operations.transfer, (body) => ({
    identifier: body.to_user_identifier,
    amount: amountOf(body.currency, body.amount),
    message: body.message,
  }))
  registerSending(api, area, operations.sendTransfer, (body) => ({
    identifier: body.to_user_identifier,
    amount: usd(body.amount),
    message: body.message ?? body.description,
  }))
  registerCommand(api, operations.initializeTreasury, ({ attempt }) => initializeTreasury(area, attempt))
  registerOperation(api, operations.revealAccountNumber, ({ member }) => revealAccount(area, member.id), {
    limit: api.limits.lookup,
  })
}

/** Registers the routes of the wallet area. */
export const registerWallet = (api: ApiRouter, area: WalletCalls): void => {
  registerReads(api, area)
  registerMovements(api, area)
  registerDailyLimit(api, area)
  registerCommands(api, area)
}
