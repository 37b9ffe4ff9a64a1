import * as z from 'zod'
import { Exact, type Filled } from './fills.ts'

const Amount = z.string().regex(/^\d{1,15}(\.\d{1,15})?$/)
/** An order as Alpaca answers it, as far as we read it. */
export const Order = z.object({
  id: z.string(),
  client_order_id: z.string(),
  symbol: z.string(),
  side: z.string(),
  created_at: z.string(),
  filled_qty: Amount,
  filled_avg_price: z.nullish(Amount),
  status: z.string(),
  /** The order that stands in place of one that was replaced. */
  replaced_by: z.nullish(z.string()),
})
export type Order = z.infer<typeof Order>

type OrderStatus = 'open' | 'filled' | 'expired' | 'cancelled' | 'rejected' | 'replaced'

/** Alpaca's enumeration is open: an unknown status may still become a known one. */
export const orderStatusOf = (status: string): OrderStatus => {
  switch (status) {
    case 'filled':
    case 'expired':
    case 'rejected':
    case 'replaced':
      return status
    case 'canceled':
      return 'cancelled'
    case 'new':
    case 'partially_filled':
    case 'done_for_day':
    case 'accepted':
    case 'pending_new':
    case 'accepted_for_bidding':
    case 'pending_cancel':
    case 'pending_replace':
    case 'stopped':
    case 'suspended':
    case 'calculated':
    default:
      return 'open'
  }
}

export const filledOf = ({ filled_qty: quantity, filled_avg_price: price }: Order): Filled => ({
  quantity: new Exact(quantity),
  dollars: new Exact(quantity).times(price ?? 0),
})
