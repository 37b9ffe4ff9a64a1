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
import type { Market, MarketOrder } from './market.ts'

/** Who wants a command done and why; when is told by the clock. */
type PoolCause = Omit<CommandContext, 'at' | 'contested'>

/** A command without its prices, day and fill: they are looked up, and what has to be bought for it is bought. */
type PoolOrder = PoolCommand extends infer Command
  ? Command extends PoolCommand
    ? Omit<Command, 'today' | 'quotes' | 'fill' | 'margin'>
    : never
  : never

/** The streams of pools. Money on its way in and out is delivered by movements.ts. */
export interface PoolStreams {
  /**
   * Carries a command out on a pool that is valued up to today; where it isn't, that is done first. What may stand
   * behind a valuation must come with its step: another process may have made that valuation and not the rest.
   * Sales are ordered by it only: {@link sell} carries them out.
   * @throws {Refusal} nothing was appended
   * @throws {OrderWorking} it has been ordered at the market and is not filled yet; try again later
   */
  execute(poolId: string, order: PoolOrder, cause: PoolCause): Promise<Handled<PoolEvent>>
  /**
   * Sells what was ordered for `proceedsId` and pays it out; nothing is left to do when that has ended. Safe to
   * repeat any number of times, at the same time too.
   * @throws {OrderWorking} not yet
   */
  sell(poolId: string, proceedsId: string, cause: PoolCause): Promise<void>
  /** Values a pool by these prices; those that it knows are passed over. */
  strike(poolId: string, quotes: readonly Quote[], cause: PoolCause): Promise<Handled<PoolEvent>>
  /** The event of a step as the store has it now, null when the step has not been done. */
  find(poolId: string, step: Step): Promise<StoredEvent<PoolEvent> | null>
  /** The pool as the store has it now. */
  load(poolId: string): Promise<Pool>
}

/** The market has the order and has not filled it: it is closed now, or found nobody yet. */
export class OrderWorking extends Error {
  readonly code = 'order_working'
  constructor(orderId: string) {
    super(`The market has not filled order ${orderId} yet`)
    this.name = 'OrderWorking'
  }
}

/** Days in one append: with their dividends they stay far below what a store takes at once. */
const DAYS_MAX = 300
/** A pool may be valued by others meanwhile; midnight may pass. */
const TRIES_MAX = 10

export const createPoolStreams = ({
  market,
  clock,
  ...stores
}: StreamStores & {
  readonly market: Pick<Market, 'quotes' | 'trade' | 'slippage'>
  readonly clock: Clock
}): PoolStreams => {
  const commands = createStreamCommands({ ...stores, stream: poolKind, decide })

  // Every process values pools of its own accord, and yet that is not contested: what a pool's facts come to does not
  // depend on their time, so the very same facts of another process come to the very same pool.
  const handle = (poolId: string, command: PoolCommand, at: string, cause: PoolCause, contested = false) =>
    commands.execute(poolId, command, { ...cause, at, contested })

  const strike: PoolStreams['strike'] = async (poolId, quotes, { step: _none, ...cause }) => {
    let from = 0
    for (;;) {
      const at = clock().toISOString()
      const part = quotes.slice(from, from + DAYS_MAX)
      const command = { type: 'strike', today: dayOf(at), quotes: part } as const
      const handled = await handle(poolId, command, at, cause).catch((error: unknown) => {
        if (!(error instanceof PoolBehind)) throw error
        // Other processes have valued it since this one last looked.
        return handle(poolId, command, at, cause, true)
      })
      from += DAYS_MAX
      if (from >= quotes.length) return handled
    }
  }

  /** What became of an order. @throws {OrderWorking} */
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
    throw new Refusal('order_refused', 'The market did not take the order. Nothing was bought.')
  }

  /** What is being sold has to end before something else is. */
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

  /** A pool that is to be created has no price of its own yet: it begins at today's. One that is repeated has. */
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
        const prices = { today, quotes, margin: market.slippage, fill: fill?.on === today ? fill.of : null }
        return await handle(poolId, { ...order, ...prices }, at, cause)
      } catch (error) {
        if (tries === TRIES_MAX) throw error
        if (error instanceof PurchaseNeeded) fill = { of: await bought(error.order, today), on: today }
        else if (error instanceof SalePending) await endOther(poolId, error, cause)
        else if (error instanceof PoolBehind) {
          quotes = await market.quotes(error.fund, error.valuedOn ?? addDays(today, -1), today)
          if (quotes.length <= DAYS_MAX) continue
          await strike(poolId, quotes, { ...cause, actor: 'system' })
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
    strike,
    find: commands.find,
    load: async (poolId) => (await commands.load(poolId)).state,
  }
}
