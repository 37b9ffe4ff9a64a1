import type * as z from 'zod/mini'
import type { profileOperations } from '../../api/contract/profile.ts'

export type ClosingJson = z.input<typeof profileOperations.getClosing.response>

/** What the server says of an account that can be closed, after a wait. */
export const CLOSING: ClosingJson = {
  obstacles: [
    {
      code: 'money_held',
      message:
        'A part of your money came from deposits that can still be taken back. It can leave from March 20, 2027 on.',
      ends: 'by_waiting',
      from: '2027-03-20T00:00:00Z',
    },
  ],
  owed_usd: '12.00',
  payout_usd: '460.00',
  tokens: [{ currency: 'YUT', amount: '25.000000' }],
  day: '2027-03-20',
  in_parts: false,
  closing: null,
}
