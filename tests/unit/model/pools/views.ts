import type { DatedFact } from '../../../../events/audit/dated-fact.ts'

/** What became of orders at the market, by contribution and proceeds. */
export const createOrderViews = () => {
  /** 10^-8 units. */
  const booked = new Map<string, bigint>()
  /** Contributions to pools that were closed while the market was filling them, and pools closed with under a cent. */
  const lost = new Set<string>()

  return {
    note: ({ event: { type, data } }: DatedFact): void => {
      if (type === 'PoolContributionReceived') booked.set(data.contributionId, BigInt(data.bought))
      if (type === 'PoolProceedsSent' || type === 'PoolProceedsKept')
        booked.set(data.proceedsId, BigInt(data.sold))
      if (type === 'PoolContributionReturned' && data.reason === 'pool_closed') lost.add(data.contributionId)
      if (type === 'PoolClosed' && !booked.has(data.proceedsId)) lost.add(data.proceedsId)
    },
    queries: { bookedFor: (orderId: string) => booked.get(orderId), isLost: (id: string) => lost.has(id) },
  }
}
export type OrderViews = ReturnType<typeof createOrderViews>['queries']

/**
 * What was bought and sold at the market is in the pools, to the unit. One gap is known: a pool that closes while a
 * contribution is being bought.
 */
export const checkOrders = (filled: ReadonlyMap<string, bigint>, { bookedFor, isLost }: OrderViews): void => {
  for (const [orderId, units] of filled)
    if (bookedFor(orderId) !== units && !isLost(orderId))
      throw new Error(`Order ${orderId} traded ${units} and ${bookedFor(orderId) ?? 'nothing'} is booked`)
}
