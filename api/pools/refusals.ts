import type { RefusalCode } from '../../events/refusal-codes.ts'
import { Refusal } from '../../events/refusal.ts'
import type { MarketRefusal } from './market.ts'

/** What a member is told of an order or a contribution that came to nothing. */
interface Sentences {
  readonly sold: string
  /** Of a contribution that is in the wallet again. */
  readonly returned: string
}

const SENTENCES = {
  order_below_minimum: {
    sold: 'The market takes no order for so small an amount. Nothing was sold.',
    returned: 'The market takes no order for so small an amount. Your money is back in your wallet.',
  },
  fund_not_tradable: {
    sold: 'The fund of this pool cannot be traded at the moment. Nothing was sold.',
    returned: 'The fund of this pool cannot be traded at the moment. Your money is back in your wallet.',
  },
  order_rejected: {
    sold: 'The market rejected the order. Nothing was sold.',
    returned: 'The market rejected the order. Your money is back in your wallet.',
  },
  order_cancelled: {
    sold: 'The order was cancelled at the broker. Nothing was sold.',
    returned: 'The order was cancelled at the broker. Your money is back in your wallet.',
  },
  order_unfilled: {
    sold: 'The market did not fill the order within twenty trading days. Nothing was sold.',
    returned:
      'The market did not fill the order within twenty trading days. Your money is back in your wallet.',
  },
  order_refused: {
    sold: 'The market did not take the order. Nothing was sold.',
    returned: 'The market did not take the order. Your money is back in your wallet.',
  },
} satisfies Readonly<Partial<Record<RefusalCode, Sentences>>>
type OrderCode = keyof typeof SENTENCES

/** The code of each reason for which a market refuses an order. */
const CODES: Readonly<Record<MarketRefusal, OrderCode>> = {
  below_minimum: 'order_below_minimum',
  not_tradable: 'fund_not_tradable',
  rejected: 'order_rejected',
  cancelled: 'order_cancelled',
  unfilled: 'order_unfilled',
}

const isMarketRefusal = (reason: string): reason is MarketRefusal => Object.hasOwn(CODES, reason)
const isOrderCode = (code: string): code is OrderCode => Object.hasOwn(SENTENCES, code)

/** The refusal of an order; reasons from before they were told apart are `order_refused`. */
export const orderRefusal = (reason: string, happened: keyof Sentences): Refusal => {
  const code = isMarketRefusal(reason) ? CODES[reason] : 'order_refused'
  return new Refusal(code, SENTENCES[code][happened])
}

/** The refusal of a contribution that has returned to the wallet, by the code that `PoolContributionReturned` keeps. */
export const contributionRefusal = (stored: string): Refusal => {
  if (stored === 'pool_closed')
    return new Refusal('pool_closed', 'The pool was closed meanwhile. Your money is back in your wallet.')
  if (stored === 'market_closed')
    return new Refusal('market_closed', 'Investing is closed. Your money is back in your wallet.')
  const code = isOrderCode(stored) ? stored : 'order_refused'
  return new Refusal(code, SENTENCES[code].returned)
}
