import { addDays, dayOf } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { decide, PoolBehind, type PoolCommand } from '../../events/pools/decide.ts'
import type { PoolEvent } from '../../events/pools/events.ts'
import type { Quote } from '../../events/pools/holding.ts'
import { poolKind, type Pool } from '../../events/pools/pool.ts'
import type { Step } from '../../events/store/aggregate.ts'
import type { Handled, StoredEvent } from '../../events/store/command-handler.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import type { SnapshotStore } from '../../events/store/snapshots.ts'
import { createStreamCommands, type CommandContext } from '../../events/store/stream-commands.ts'
import type { Market } from './market.ts'

/** Who wants a command done and why; when is told by the clock. */
export type PoolCause = Omit<CommandContext, 'at' | 'contested'>

/** A command without its prices and day: they are looked up. */
export type PoolOrder = PoolCommand extends infer Command
  ? Command extends PoolCommand
    ? Omit<Command, 'today' | 'quotes'>
    : never
  : never

/** The streams of pools. Money on its way in and out is brought by movements.ts. */
export interface PoolStreams {
  /**
   * Carries a command out on a pool that is valued up to today; where it isn't, that is done first. What may stand
   * behind a valuation must come with its step: another process may have made that valuation and not the rest.
   * @throws {Refusal} nothing was appended
   */
  execute(poolId: string, order: PoolOrder, cause: PoolCause): Promise<Handled<PoolEvent>>
  /** Values a pool by these prices; those that it knows are passed over. */
  strike(poolId: string, quotes: readonly Quote[], cause: PoolCause): Promise<Handled<PoolEvent>>
  /** The event of a step as the store has it now, null when the step has not been done. */
  find(poolId: string, step: Step): Promise<StoredEvent<PoolEvent> | null>
  /** The pool as the store has it now. */
  load(poolId: string): Promise<Pool>
}

/** Days in one append: with their dividends they stay far below what a store takes at once. */
const DAYS_MAX = 300
/** A pool may be valued by others meanwhile; midnight may pass. */
const TRIES_MAX = 10

export const createPoolStreams = ({
  store,
  snapshots,
  market,
  clock,
  onSnapshotError,
}: {
  readonly store: EventStore
  readonly snapshots: SnapshotStore
  readonly market: Pick<Market, 'quotes'>
  readonly clock: Clock
  readonly onSnapshotError: (error: unknown) => void
}): PoolStreams => {
  const commands = createStreamCommands({
    store,
    stream: poolKind,
    snapshots: { store: snapshots, onError: onSnapshotError },
  })

  // Every process values pools of its own accord, and yet that is not contested: what a pool's facts come to does not
  // depend on their time, so the very same facts of another process come to the very same pool.
  const handle = (poolId: string, command: PoolCommand, at: string, cause: PoolCause, contested = false) =>
    commands.execute(poolId, (pool) => decide(command, pool), { ...cause, at, contested })

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

  /** A pool that is to be created has no price of its own yet: it begins at today's. */
  const quotesToOpen = async (order: PoolOrder): Promise<readonly Quote[]> => {
    if (order.type !== 'receiveContribution' || !order.opens) return []
    const today = dayOf(clock().toISOString())
    return market.quotes(order.opens, addDays(today, -1), today)
  }

  const execute: PoolStreams['execute'] = async (poolId, order, cause) => {
    let quotes = await quotesToOpen(order)
    for (let tries = 1; ; tries += 1) {
      const at = clock().toISOString()
      const today = dayOf(at)
      try {
        const command = { ...order, today, quotes }
        return await handle(poolId, command, at, cause)
      } catch (error) {
        if (!(error instanceof PoolBehind) || tries === TRIES_MAX) throw error
        quotes = await market.quotes(error.fund, error.valuedOn ?? addDays(today, -1), today)
        if (quotes.length <= DAYS_MAX) continue
        await strike(poolId, quotes, { ...cause, actor: 'system' })
        quotes = []
      }
    }
  }

  return {
    execute,
    strike,
    find: commands.find,
    load: async (poolId) => (await commands.load(poolId)).state,
  }
}
