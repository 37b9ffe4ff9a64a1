import { newId } from '../../events/ids.ts'
import { billById, billsOf } from '../../projections/bills/queries.ts'
import { walletOf } from '../../projections/wallet/queries.ts'
import type { Bill } from '../contract/bills.ts'
import { operations } from '../contract/operations.ts'
import { HttpError } from '../http/errors.ts'
import { pageOf, placeOf } from '../http/paging.ts'
import { registerCommand, registerOperation, type ApiRouter } from '../http/operation.ts'
import { reply } from '../http/reply.ts'
import type { BillsArea } from './context.ts'
import { freshTo, registerRead } from '../http/reading.ts'
import { forecastFor } from './forecast.ts'
import { payByHand } from './pay.ts'
import { billViews } from './views.ts'

const ownBill = async (area: BillsArea, memberId: string, id: string): Promise<Bill> => {
  const row = await billById(area.pool, memberId, id)
  const [view] = row ? await billViews(area, memberId, [row]) : []
  if (!view) throw new HttpError(404, 'bill_not_found', 'You have no bill with this id.')
  return view
}

const registerReads = (api: ApiRouter, area: BillsArea): void => {
  registerRead(api, area, operations.listBills, ['bills', 'pools', 'wallet'], async ({ member, query }) => {
    const { limit, cursor, status } = query
    const [rows, wallet] = await Promise.all([
      billsOf(area.pool, member.id, { which: status ?? 'all', limit: limit + 1, before: placeOf(cursor) }),
      walletOf(area.pool, member.id),
    ])
    const { page, next_cursor } = pageOf(rows, limit, (last) => last.issuedPosition.toString())
    return {
      bills: [...(await billViews(area, member.id, page))],
      next_cursor,
      settings: { pay_from_wallet: wallet?.billsFromWallet ?? false },
    }
  })
  registerRead(api, area, operations.getBillForecast, ['bills', 'pools', 'wallet'], ({ member }, asOf) =>
    forecastFor(area, member.id, asOf),
  )
  registerRead(api, area, operations.getBill, ['bills', 'pools'], ({ member, params }) =>
    ownBill(area, member.id, params.id),
  )
}

const registerCommands = (api: ApiRouter, area: BillsArea): void => {
  registerOperation(api, operations.setBillSettings, async ({ member, body, ctx }) => {
    const wallet = await area.wallets.stateOf(member.id)
    const allows = body.pay_from_wallet && !(wallet.status === 'open' && wallet.billsFromWallet)
    if (allows && !api.freshSignIn.isFresh(ctx))
      await api.freshSignIn.refuse(ctx, member.id, 'letting bills be paid from your wallet')
    if (allows) await api.freshSignIn.record(ctx, member.id, 'bills_from_wallet_allowed')
    const changeId = newId()
    const { position } = await area.wallets.execute(
      member.id,
      { type: 'setBillsFromWallet', changeId, allowed: body.pay_from_wallet },
      {
        actor: member.id,
        correlationId: changeId,
        causationId: changeId,
        at: area.clock().toISOString(),
        contested: true,
      },
    )
    return reply({ pay_from_wallet: body.pay_from_wallet }, { position })
  })
  registerCommand(api, operations.payBill, async ({ attempt, params: { id } }) => {
    const position = await payByHand(area, attempt, id)
    await freshTo(area, position, ['bills', 'pools'])
    return reply(await ownBill(area, attempt.memberId, id), { position })
  })
}

/** Routes of bills. `/api/bills/forecast` is registered before `/api/bills/{id}`, which would match it as an id. */
export const registerBills = (api: ApiRouter, area: BillsArea): void => {
  registerReads(api, area)
  registerCommands(api, area)
}
