import type { Bill } from '../../../api/contract/bills.ts'
import { UNFAMILIAR } from '../../../api/contract/open.ts'
import type { Tone } from '../../ui/badge.tsx'
import { calendarDate, longDate, longMonth } from '../../ui/time-format.ts'
import { sourcesText } from '../pools/words.ts'
import { quoted } from '../../texts/quoted.ts'
import { t } from '../../texts/texts.ts'

/** Label and tone of each bill status. */
export const STATUS: Readonly<Record<Bill['status'], { readonly word: string; readonly tone: Tone }>> = {
  issued: { word: t('Open'), tone: 'warning' },
  paying: { word: t('Being paid'), tone: 'primary' },
  paid: { word: t('Paid'), tone: 'credit' },
  past_due: { word: t('Past due'), tone: 'debit' },
  unfamiliar: { word: t('Unknown'), tone: 'neutral' },
}

/** "Tellepathy, November 2026". */
export const titleOf = ({ biller_title: title, period }: Pick<Bill, 'biller_title' | 'period'>): string =>
  `${title}, ${longMonth(period)}`

/** How a bill was paid, or what happens next with it. */
export const statusLine = (bill: Bill): string => {
  switch (bill.status) {
    case 'paid': {
      const at =
        bill.paid_at === null ? '' : t(' on {paidAt}', { paidAt: longDate(Date.parse(bill.paid_at)) })
      if (bill.paid_by === 'wallet') return t('Paid from your USD wallet{at}', { at })
      if (bill.paid_by === 'pools_and_wallet') return t('Paid by your pools and your USD wallet{at}', { at })
      const names = bill.legs.flatMap(({ pool_name: name }) => (name === null ? [] : [name]))
      const [name = ''] = names
      return t('Paid by {who}{at}', {
        who:
          names.length === 1
            ? quoted(name)
            : t('{count, plural, one {# pool} other {# pools}}', { count: names.length }),
        at,
      })
    }
    case 'paying':
      return t('The payment is on its way.')
    case 'past_due':
      return t('Was due {dueOn}. You can still pay it.', { dueOn: calendarDate(bill.due_on) })
    case 'issued':
      return t('Due {dueOn}. Auto-pay tries from {autoPayOn}.', {
        dueOn: calendarDate(bill.due_on),
        autoPayOn: calendarDate(bill.auto_pay_on),
      })
    case UNFAMILIAR:
      return t('A newer version of the app shows what it is.')
    default:
      return bill.status satisfies never
  }
}

const PLAN = /^plan:(.+)$/

/** The label of a bill's line item: "Standard plan" from `plan:standard`. */
export const itemText = (item: string): string => {
  const plan = PLAN.exec(item)?.[1]
  const words = (plan ?? item).replaceAll(/[_:]/g, ' ')
  const text = words.charAt(0).toUpperCase() + words.slice(1)
  return plan === undefined ? text : t('{text} plan', { text })
}

/** The sources of a pool's leg: "$2.00 dividends, $1.00 gains"; null for the wallet. */
export const legParts = ({
  source,
  dividends_cents: dividends,
  gains_cents: gains,
}: Bill['legs'][number]): string | null => {
  return source === 'wallet' ? null : sourcesText(dividends, gains)
}

/** Bills that can be paid by hand. */
export const isPayable = ({ status }: Bill): boolean => status === 'issued' || status === 'past_due'
