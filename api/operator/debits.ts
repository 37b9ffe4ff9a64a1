import type { Pool } from 'pg'
import { rateOf, RETURN_KINDS, RETURN_LIMITS, returnRates } from '../deposits/return-rates.ts'

const percent = (rate: number): string => `${(100 * rate).toFixed(2)} %`

/** How many of the bank debits of the last 60 days came back, beside what Nacha allows. */
export const debitReturns = async (pool: Pool, now: Date): Promise<string> => {
  const rates = await returnRates(pool, now)
  const lines = RETURN_KINDS.map((kind) => {
    const rate = rateOf(rates, kind)
    const limit = RETURN_LIMITS[kind]
    return `${kind.padEnd(14)}  ${String(rates.returns[kind]).padStart(5)}  ${percent(rate).padStart(8)}  ${rate > limit ? 'ABOVE' : 'below'} ${percent(limit)}`
  })
  return [`${rates.debits} bank debits in the last 60 days; of them came back:`, ...lines].join('\n')
}
