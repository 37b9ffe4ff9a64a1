import { GRAINS_PER_CENT } from '../../events/pools/holding.ts'
import type { PoolFact } from './facts.ts'

export type PoolActivityKind =
  | 'created'
  | 'contribution'
  | 'withdrawal'
  | 'dividend'
  | 'bill_payment'
  | 'bill_payment_returned'
  | 'auto_pay_on'
  | 'auto_pay_off'
  | 'target_changed'
  | 'closed'

/** One thing that happened to a pool, its daily valuations apart. Cents, signed: what came in is positive. */
export interface PoolLine {
  readonly poolId: string
  readonly position: bigint
  readonly id: string
  readonly kind: PoolActivityKind
  readonly minor: bigint | null
  readonly dividends: bigint | null
  readonly gains: bigint | null
  /** 10^-8 units, bought positive. */
  readonly units: bigint | null
  /** Millionths of a dollar. */
  readonly price: bigint | null
  readonly billId: string | null
  readonly occurredAt: string
}

const lineOf = (
  { event, eventId, position, at }: PoolFact,
  kind: PoolActivityKind,
  detail: Partial<PoolLine> = {},
): PoolLine => ({
  poolId: event.data.poolId,
  position,
  id: eventId,
  kind,
  minor: null,
  dividends: null,
  gains: null,
  units: null,
  price: null,
  billId: null,
  occurredAt: at,
  ...detail,
})

const lineFor = (fact: PoolFact): PoolLine | null => {
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
      const dividends = BigInt(fromCash) / GRAINS_PER_CENT
      const { billId } = purpose
      const gains = minor - dividends
      return lineOf(fact, 'bill_payment', { minor: -minor, dividends, gains, billId, ...traded })
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

export const poolLines = (facts: readonly PoolFact[]): readonly PoolLine[] =>
  facts.flatMap((fact) => lineFor(fact) ?? [])
