import type { OrderSending } from '../../api/devices/carrier.ts'

/** An order that is sent for the first time. */
export const NEVER_SENT: OrderSending = {
  unansweredMs: null,
  begin: () => Promise.resolve(),
  undo: () => Promise.resolve(),
}
