import { formatMoney } from './money.ts'
import type { Notice, NoticeKind } from './notifications.ts'
import type { SecurityEventKind } from './security-event-kind.ts'

/** What a kind of notice is called where it is switched on and off. */
export const KIND_NAMES: Readonly<Record<NoticeKind, string>> = {
  money_in: 'Money that comes in',
  request: 'Requests for your money',
  bill: 'Bills due or not covered',
  data: 'Data nearly used up',
  vote: 'Votes that close soon',
  security: 'Security of your account',
}

const SECURITY: Readonly<Partial<Record<SecurityEventKind, string>>> = {
  signed_in: 'New sign-in',
  session_ended: 'A session was ended',
  sessions_ended: 'You were signed out elsewhere',
  account_number_revealed: 'An account number was shown',
  data_exported: 'Your data was exported',
  handle_change_asked: 'Your handle is being changed',
  account_closing_asked: 'Your account is being closed',
}

/** `text` may stand anywhere the member looks; it names people and amounts. */
interface NoticeWords {
  readonly title: string
  readonly text: string
}

const moneyIn = ({ how, from, amount, currency }: Extract<Notice, { kind: 'money_in' }>): NoticeWords => {
  const sum = formatMoney(amount, currency)
  switch (how) {
    case 'transfer':
      return { title: 'Money came in', text: `${from?.name ?? 'Somebody'} sent you ${sum}.` }
    case 'returned':
      return { title: 'Money came back', text: `${sum} to ${from?.name ?? 'somebody'} came back to you.` }
    case 'deposit':
      return { title: 'Deposit arrived', text: `${sum} is in your wallet.` }
    default:
      return how satisfies never
  }
}

const bill = ({ state, amount, due_on: due }: Extract<Notice, { kind: 'bill' }>): NoticeWords => {
  const sum = amount === null ? null : formatMoney(amount, 'USD')
  switch (state) {
    case 'due':
      return {
        title: 'New bill',
        text: due === null ? `${sum ?? 'A bill'} is due.` : `${sum ?? 'A bill'} is due on ${due}.`,
      }
    case 'short':
      return {
        title: 'Bill not covered',
        text: sum === null ? 'Nothing is set up to pay it.' : `${sum} is missing to pay it.`,
      }
    case 'late':
      return { title: 'Bill past due', text: 'It is not paid yet. You can still pay it.' }
    default:
      return state satisfies never
  }
}

/** What a notice says, in full. */
export const wordsOf = (notice: Notice): NoticeWords => {
  switch (notice.kind) {
    case 'money_in':
      return moneyIn(notice)
    case 'request':
      return {
        title: 'Request for money',
        text: `${notice.from.name} asks you for ${formatMoney(notice.amount, 'USD')}.`,
      }
    case 'bill':
      return bill(notice)
    case 'data':
      return {
        title: 'Data nearly used up',
        text: `${notice.device_label} has used ${notice.percent}% of its data for this month.`,
      }
    case 'vote':
      return { title: 'A vote closes soon', text: 'You have not voted yet.' }
    case 'security':
      return { title: SECURITY[notice.event] ?? 'Security of your account', text: notice.device }
    default:
      return notice satisfies never
  }
}

/** What may stand on a lock screen when the member has not said that amounts and names may. */
export const discreetWordsOf = (notice: Notice): NoticeWords => ({
  title: notice.kind === 'security' ? 'Security notice' : 'Youtility',
  text: DISCREET[notice.kind],
})

const DISCREET: Readonly<Record<NoticeKind, string>> = {
  money_in: 'Money came in.',
  request: 'Somebody asks you for money.',
  bill: 'A bill needs your attention.',
  data: 'A line has nearly used up its data.',
  vote: 'A vote closes soon.',
  security: 'Something happened that concerns the security of your account.',
}

/** Where a notice leads in the app. */
export const placeOf = (kind: NoticeKind): string => {
  switch (kind) {
    case 'money_in':
    case 'request':
    case 'vote':
      return '/wallet'
    case 'bill':
      return '/investments'
    case 'data':
      return '/devices'
    case 'security':
      return '/profile'
    default:
      return kind satisfies never
  }
}
