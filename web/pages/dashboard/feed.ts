import { dollars } from '../../texts/money.ts'
import type { Bill } from '../../../api/contract/bills.ts'
import type { ActivityEntry } from '../../../api/contract/device-usage.ts'
import { titleOf } from '../bills/bill-words.ts'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** Something that happened automatically, such as a bill paid by auto-pay. */
export interface FeedEntry {
  readonly id: string
  readonly kind: 'paid' | 'not_paid' | 'insight' | 'alert'
  readonly text: string
  /** ISO 8601 time. */
  readonly at: string
  /** Id of the bill concerned; null when the entry concerns none. */
  readonly bill: string | null
}

const ofBill = (bill: Bill): FeedEntry[] => {
  const { id, paid_at: paidAt, paid_by: by, auto_pay_failure: failure } = bill
  if (paidAt !== null && by !== null && by !== 'wallet') {
    const pools = bill.legs.filter(({ source }) => source === 'pool').length
    const who = t('{pools, plural, one {a pool} other {# pools}}', { pools })
    const also = by === 'pools_and_wallet' ? t(' and your USD wallet') : ''
    const text = t('Auto-pay paid {amountCents} for {bill} from {who}{also}.', {
      amountCents: dollars(bill.amount_cents),
      bill: titleOf(bill),
      who,
      also,
    })
    return [{ id: `paid:${id}`, kind: 'paid', text, at: paidAt, bill: id }]
  }
  if (failure === null || paidAt !== null) return []
  const text = t('Auto-pay could not pay {bill}: {message}', {
    bill: titleOf(bill),
    message: translateServerText(failure.message),
  })
  return [{ id: `not-paid:${id}`, kind: 'not_paid', text, at: failure.at, bill: id }]
}

/** Alerts and insights of the telecom service's rules; the member's own actions are in the devices' feed. */
const ofDevices = ({ id, kind, message, at }: ActivityEntry): FeedEntry[] => {
  if (kind === 'usage_alert')
    return [{ id, kind: 'alert', text: translateServerText(message), at, bill: null }]
  return kind === 'insight_applied' || kind === 'insight_dismissed'
    ? [{ id, kind: 'insight', text: translateServerText(message), at, bill: null }]
    : []
}

/** Entries of auto-pay and the telecom rules, newest first; `most` at most. */
export const feedOf = (
  bills: readonly Bill[],
  telecom: readonly ActivityEntry[],
  most: number,
): readonly FeedEntry[] =>
  [...bills.flatMap(ofBill), ...telecom.flatMap(ofDevices)]
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, most)
