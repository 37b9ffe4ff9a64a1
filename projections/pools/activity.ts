import { GRAINS_PER_CENT } from '../../events/pools/holding.ts'
import type { NewRow } from '../table.ts'
import type { PoolFact } from './facts.ts'
import type { poolActivity } from './tables.ts'

type NewLine = NewRow<typeof poolActivity.columns>

const lineOf = (
  { event, eventId, position, at }: PoolFact,
  kind: NewLine['kind'],
  detail: Partial<NewLine> = {},
): NewLine => ({
  poolId: event.data.poolId,
  position,
  id: eventId,
  kind,
  occurredAt: at,
  ...detail,
})

const lineFor = (fact: PoolFact): NewLine | null => {
  const { event } = fact
  switch (event.type) {
    case 'PoolCreated':
      return lineOf(fact, 'created')
    case 'PoolContributionReceived': {
      const { amount, bought, price } = event.data
      return lineOf(fact, 'contribution', {
        minor: BigInt(amount.minor),
        units: BigInt(bought),
        price: BigInt(price),
      })
    }
    case 'DividendReceived':
      return lineOf(fact, 'dividend', { minor: BigInt(event.data.change.minor) })
    case 'PoolProceedsSent': {
      const { amount, sold, price, purpose, fromCash } = event.data
      const minor = BigInt(amount.minor)
      const traded = sold === '0' ? {} : { units: -BigInt(sold), price: BigInt(price) }
      if (purpose.kind !== 'bill') return lineOf(fact, 'withdrawal', { minor: -minor, ...traded })
      const dividendsMinor = BigInt(fromCash) / GRAINS_PER_CENT
      const { billId } = purpose
      const gainsMinor = minor - dividendsMinor
      return lineOf(fact, 'bill_payment', { minor: -minor, dividendsMinor, gainsMinor, billId, ...traded })
    }
    case 'PoolProceedsReturned': {
      const { amount, billId } = event.data
      return lineOf(fact, 'bill_payment_returned', { minor: BigInt(amount.minor), billId })
    }
    case 'AutoPaySet':
      return lineOf(fact, event.data.enabled ? 'auto_pay_on' : 'auto_pay_off')
    case 'TargetYieldSet':
      return lineOf(fact, 'target_changed', { minor: BigInt(event.data.target) })
    case 'PoolClosed':
      return lineOf(fact, 'closed')
    case 'PoolValued':
    case 'PoolRepriced':
    case 'PoolProceedsOrdered':
    case 'PoolProceedsKept':
    case 'PoolPaymentDeclined':
    case 'PoolPaymentSettled':
      return null
    default:
      return event satisfies never
  }
}

export const poolLines = (facts: readonly PoolFact[]): readonly NewLine[] =>
  facts.flatMap((fact) => lineFor(fact) ?? [])
