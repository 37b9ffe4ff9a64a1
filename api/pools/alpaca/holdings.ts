import * as z from 'zod'
import type { BrokerHoldings } from '../market.ts'
import type { AlpacaClient } from './client.ts'
import { Exact } from './fills.ts'

const Amount = z.string().regex(/^-?\d{1,15}(\.\d{1,15})?$/)
const Positions = z.array(z.object({ symbol: z.string(), qty: Amount }))
const Account = z.object({ cash: Amount })

const scaled = (amount: string, decimals: number): bigint =>
  BigInt(new Exact(amount).times(new Exact(10).pow(decimals)).toFixed(0, Exact.ROUND_FLOOR))

/** What lies in the account: its positions, and its cash. Units below our last decimal are left out. */
export const createHoldings = ({
  broker,
  accountId,
}: {
  readonly broker: AlpacaClient
  readonly accountId: string
}): (() => Promise<BrokerHoldings>) => {
  const base = `/v1/trading/accounts/${encodeURIComponent(accountId)}`
  return async () => {
    const positions = await broker.call('GET', `${base}/positions`, Positions)
    const { cash } = await broker.call('GET', `${base}/account`, Account)
    return {
      units: new Map(positions.map(({ symbol, qty }) => [symbol, scaled(qty, 8)])),
      cashCents: scaled(cash, 2),
    }
  }
}
