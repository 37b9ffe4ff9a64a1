import type { Increase } from 'increase'
import type { PayoutCorrection, PayoutNews } from '../paying-bank.ts'

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
 * What is known of an ACH transfer now, as news of the payout with its key. A transfer that was taken and then stopped
 * by the bank comes back like one that was returned.
 */
export const newsOf = (key: string, transfer: Transfer): readonly PayoutNews[] => {
  const corrections = transfer.notifications_of_change
    .map(correctionOf)
    .filter((to) => Object.keys(to).length > 0)
    .map((to): PayoutNews => ({ key, what: { kind: 'corrected', to } }))
  if (transfer.return !== null)
    return [...corrections, { key, what: { kind: 'returned', code: transfer.return.raw_return_reason_code } }]
  if (transfer.status === 'rejected' || transfer.status === 'canceled')
    return [{ key, what: { kind: 'returned', code: `bank_${transfer.status}` } }]
  return transfer.settlement === null ? corrections : [...corrections, { key, what: { kind: 'settled' } }]
}
