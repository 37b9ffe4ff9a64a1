import type { Increase } from 'increase'
import type { PayoutCorrection, PayoutNews } from '../paying-bank.ts'
import { STOPPED } from './known-payout.ts'

type Transfer = Increase.ACHTransfer

const correctionOf = ({
  corrected_routing_number: routingNumber,
  corrected_account_number: accountNumber,
  corrected_account_funding: funding,
}: Transfer['notifications_of_change'][number]): PayoutCorrection => ({
  ...(routingNumber !== null && { routingNumber }),
  ...(accountNumber !== null && { accountNumber }),
  ...((funding === 'checking' || funding === 'savings') && { accountType: funding }),
})

/**
 * What is known to have happened to an ACH transfer. One that was taken and then stopped by the bank comes back like one
 * that was returned.
 */
const happenedTo = (transfer: Transfer): readonly PayoutNews['what'][] => {
  const { notifications_of_change: changes, return: back, settlement, status } = transfer
  const corrections = changes
    .map(correctionOf)
    .filter((to) => Object.keys(to).length > 0)
    .map((to) => ({ kind: 'corrected', to }) as const)
  if (back !== null) return [...corrections, { kind: 'returned', code: back.raw_return_reason_code }]
  if (status === 'rejected') return [{ kind: 'returned', code: STOPPED.rejected }]
  if (status === 'canceled') return [{ kind: 'returned', code: STOPPED.canceled }]
  return settlement === null ? corrections : [...corrections, { kind: 'settled' }]
}

/** What is known of an ACH transfer now, as news of the payout with its key. */
export const newsOf = (key: string, transfer: Transfer): readonly PayoutNews[] =>
  happenedTo(transfer).map((what) => ({ key, what }))
