import { addDays, dayOf } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { decide, type PoolCommand } from '../../events/pools/decide.ts'
import { PoolBehind } from '../../events/pools/valuation.ts'
import { PurchaseNeeded, SalePending, type SaleOutcome } from '../../events/pools/decide-sale.ts'
import type { PoolEvent } from '../../events/pools/events.ts'
import type { Fill, Quote } from '../../events/pools/holding.ts'
import { poolKind, type Pool } from '../../events/pools/pool.ts'
import type { Step } from '../../events/store/aggregate.ts'
import type { Handled, StoredEvent } from '../../events/store/commands.ts'
import {
  createStreamCommands,
  type CommandContext,
  type StreamStores,
} from '../../events/store/stream-commands.ts'
import { Refusal } from '../../events/refusal.ts'
import { saleTerms, type Market, type MarketOrder } from './market.ts'
import { orderRefusal } from './refusals.ts'

/** Actor and cause of a command; the clock adds the time. */
type PoolCause = Omit<CommandContext, 'at' | 'contested'>

/** A command without prices, day and fill: `execute` adds them, and buys at the market if the command requires it. */
type PoolOrder = PoolCommand extends infer Command
  ? Command extends PoolCommand
    ? Omit<Command, 'today' | 'quotes' | 'fill' | 'terms'>
    : never
  : never

/** Commands on the streams of pools. movements.ts delivers the money that goes in and out. */
export interface PoolStreams {
  /**
   * Executes a command on a pool, after valuing it up to today if necessary. A command that may follow a valuation must
   * have a step: another process may have appended that valuation but not the command's events. Sales are only ordered;
   * {@link sell} carries them out.
   * @throws {Refusal} nothing was appended
   * @throws {OrderWorking} the order is at the market and not filled yet; try again later
   */
  execute(poolId: string, order: PoolOrder, cause: PoolCause): Promise<Handled<PoolEvent>>
  /**
   * Carries out the sale ordered for `proceedsId` and pays it out; does nothing once the sale has ended. Safe to repeat
   * and to run concurrently.
   * @throws {OrderWorking} not filled yet
   */
  sell(poolId: string, proceedsId: string, cause: PoolCause): Promise<void>
  /** Values a pool by these prices; days already valued are skipped. */
  revalue(poolId: string, quotes: readonly Quote[], cause: PoolCause): Promise<Handled<PoolEvent>>
  /** Reads the event of a step from the event store; null when the step has not been done. */
  find(poolId: string, step: Step): Promise<StoredEvent<PoolEvent> | null>
  /** Reads the pool's current state from the event store. */
  load(poolId: string): Promise<Pool>
}

/** The market has the order but has not filled it: it is closed, or found no counterparty yet. */
export class OrderWorking extends Error {
  override name = 'OrderWorking'
  readonly code = 'order_working'
  constructor(orderId: string) {
    super(`The market has not filled order ${orderId} yet`)
  }
}

/** Days in one append: with their dividends they stay far below a store's limit. */
const DAYS_MAX = 300
/** Attempts at a command: other processes may value the pool meanwhile, and midnight may pass. */
const TRIES_MAX = 10

export const createPoolStreams = ({
  market,
  clock,
  ...stores
}: StreamStores & {
  readonly market: Pick<Market, 'quotes' | 'trade' | 'slippage' | 'orderCentsMin'>
  readonly clock: Clock
}): PoolStreams => {
  const commands = createStreamCommands({ ...stores, stream: poolKind, decide })

  // Every process may value the same pool, yet commands are not `contested`: a pool's state does not depend on the time
  // of its events, so the same events of another process give the same state.
  const handle = (poolId: string, command: PoolCommand, at: string, cause: PoolCause, contested = false) =>
    commands.execute(poolId, command, { ...cause, at, contested })

  const revalue: PoolStreams['revalue'] = async (poolId, quotes, { step: _none, ...cause }) => {
    let from = 0
    for (;;) {
      const at = clock().toISOString()
      const part = quotes.slice(from, from + DAYS_MAX)
      const command = { type: 'revalue', today: dayOf(at), quotes: part } as const
      const handled = await handle(poolId, command, at, cause).catch((error: unknown) => {
        if (!(error instanceof PoolBehind)) throw error
        // Other processes have valued the pool since this one read it.
        return handle(poolId, command, at, cause, true)
      })
      from += DAYS_MAX
      if (from >= quotes.length) return handled
    }
  }

  /** Outcome of an order. @throws {OrderWorking} */
  const traded = async (order: MarketOrder): Promise<SaleOutcome> => {
    const trade = await market.trade(order)
    switch (trade.state) {
      case 'working':
        throw new OrderWorking(order.orderId)
      case 'refused':
        return { refused: trade.reason }
      case 'filled':
        return { fill: trade.fill }
    }
  }

  const bought = async (order: PurchaseNeeded['order'], day: string): Promise<Fill> => {
    const outcome = await traded({ ...order, side: 'buy', day })
    if ('fill' in outcome) return outcome.fill
    throw orderRefusal(outcome.refused, 'returned')
  }

  /** A pending sale has to end before the next command. */
  const endOther = async (poolId: string, { proceedsId }: SalePending, cause: PoolCause): Promise<void> => {
    try {
      await sell(poolId, proceedsId, { ...cause, actor: 'system' })
    } catch (error) {
      if (!(error instanceof OrderWorking)) throw error
      throw new Refusal(
        'order_pending',
        'An order of this pool is waiting for the market. Try again once it has been filled, at the latest after the next trading day has opened.',
      )
    }
  }

  /** A new pool has no price yet and starts at today's; for a repeated command it exists already. */
  const quotesToOpen = async (poolId: string, order: PoolOrder): Promise<readonly Quote[]> => {
    if (order.type !== 'receiveContribution' || !order.opens) return []
    const { state: pool } = await commands.load(poolId)
    if (pool.status !== 'absent') return []
    const today = dayOf(clock().toISOString())
    return market.quotes(order.opens, addDays(today, -1), today)
  }

  const execute: PoolStreams['execute'] = async (poolId, order, cause) => {
    let quotes = await quotesToOpen(poolId, order)
    let fill: { readonly of: Fill; readonly on: string } | null = null
    for (let tries = 1; ; tries += 1) {
      const at = clock().toISOString()
      const today = dayOf(at)
      try {
        const prices = { today, quotes, terms: saleTerms(market), fill: fill?.on === today ? fill.of : null }
        return await handle(poolId, { ...order, ...prices }, at, cause)
      } catch (error) {
        if (tries === TRIES_MAX) throw error
        if (error instanceof PurchaseNeeded) fill = { of: await bought(error.order, today), on: today }
        else if (error instanceof SalePending) await endOther(poolId, error, cause)
        else if (error instanceof PoolBehind) {
          quotes = await market.quotes(error.fund, error.valuedOn ?? addDays(today, -1), today)
          if (quotes.length <= DAYS_MAX) continue
          await revalue(poolId, quotes, { ...cause, actor: 'system' })
          quotes = []
        } else throw error
      }
    }
  }

  const sell: PoolStreams['sell'] = async (poolId, proceedsId, { step: _none, ...cause }) => {
    const { state: pool } = await commands.load(poolId)
    if (pool.status === 'absent' || pool.sale?.proceedsId !== proceedsId) return
    const { fund, sale } = pool
    const day = dayOf(clock().toISOString())
    const outcome: SaleOutcome =
      sale.units === 0n
        ? { fill: { units: 0n, price: 0n, rest: 0n } }
        : await traded({ orderId: proceedsId, fund, side: 'sell', units: sale.units, day })
    await execute(poolId, { type: 'endSale', proceedsId, outcome }, cause)
  }

  return {
    execute,
    sell,
    revalue,
    find: commands.find,
    load: async (poolId) => (await commands.load(poolId)).state,
  }
}
