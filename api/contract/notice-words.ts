import { deviceWords } from './device-words.ts'
import type { Currency } from './fields.ts'
import type { Notice, NoticeKind } from './notifications.ts'
import { UNFAMILIAR, type Unfamiliar } from './open.ts'
import { personText } from './person.ts'
import type { SecurityEventKind } from './security-event-kind.ts'
import type { Say } from './texts.ts'

/** Translates and formats for the member: a page, or the server for a push while the app is closed. */
export interface Localizer {
  readonly t: Say
  /** A decimal in currency units. */
  readonly money: (amount: string, currency: Currency | Unfamiliar) => string
  /** A day written `yyyy-mm-dd`. */
  readonly day: (day: string) => string
  /** A month written `yyyy-mm`. */
  readonly month: (month: string) => string
}

/** For what this app does not know yet; see {@link UNFAMILIAR}. */
const updateText = (t: Say): string => t('A newer version of the app shows what it is.')

/** Name of a kind of notice in the settings. */
export const kindName = (kind: NoticeKind, t: Say): string => {
  switch (kind) {
    case 'money_in':
      return t('Money that comes in')
    case 'deposit':
      return t('Deposits that fail or are taken back')
    case 'request':
      return t('Requests for your money')
    case 'bill':
      return t('Bills due or not covered')
    case 'bill_paid':
      return t('Bills that were paid')
    case 'pool':
      return t('Pools that close or can’t pay out')
    case 'interest':
      return t('Interest, once a month')
    case 'data':
      return t('Data nearly used up')
    case 'vote':
      return t('Votes that close soon')
    case 'withdrawal':
      return t('Withdrawals')
    case 'security':
      return t('Security of your account')
    default:
      return kind satisfies never
  }
}

const securityTitle = (event: SecurityEventKind | Unfamiliar, t: Say): string => {
  switch (event) {
    case 'signed_in':
      return t('New sign-in')
    case 'session_ended':
      return t('A session was ended')
    case 'sessions_ended':
      return t('You were signed out elsewhere')
    case 'account_number_revealed':
      return t('An account number was shown')
    case 'data_exported':
      return t('Your data was exported')
    case 'handle_change_asked':
      return t('Your handle is being changed')
    case 'account_closing_asked':
      return t('Your account is being closed')
    case 'push_place_added':
      return t('Notices are sent to another place')
    case 'push_place_ended':
      return t('Notices to a place were turned off')
    case 'push_amounts_shown':
      return t('Notices now show amounts and names')
    case 'passkey_added':
      return t('A passkey was added')
    case 'passkey_removed':
      return t('A passkey was removed')
    case 'passkey_wait_started':
      return t('A passkey may be added in a day: stop it if it isn’t you')
    case 'passkey_wait_stopped':
      return t('The wait for a passkey was stopped')
    case 'token_asked':
      return t('An access token for your account is being made')
    case 'token_ended':
      return t('An access token was ended')
    case 'bank_account_added':
      return t('A bank account was added: remove it if it isn’t yours')
    case 'bank_account_removed':
      return t('A bank account was removed')
    case 'bank_account_asked':
    case 'withdrawal_asked':
    case 'passkey_refused':
    case 'signed_out':
    case 'sign_in_refused':
    case 'fresh_sign_in_required':
    case 'daily_limit_lowered':
    case 'daily_limit_raise_asked':
    case UNFAMILIAR:
      return t('Security of your account')
    default:
      return event satisfies never
  }
}

/** Text of a notice. {@link wordsOf} names people and amounts, {@link discreetWordsOf} does not. */
interface NoticeWords {
  readonly title: string
  readonly text: string
}

const moneyIn = (
  { how, from, amount, currency }: Extract<Notice, { kind: 'money_in' }>,
  { t, money }: Localizer,
): NoticeWords => {
  const sum = money(amount, currency)
  switch (how) {
    case 'transfer':
      return {
        title: t('Money came in'),
        text: t('{name} sent you {amount}.', {
          name: from === null ? t('Somebody') : personText(from),
          amount: sum,
        }),
      }
    case 'returned':
      return {
        title: t('Money came back'),
        text:
          from === null
            ? t('{amount} came back to you.', { amount: sum })
            : t('{amount} to {name} came back to you.', { amount: sum, name: personText(from) }),
      }
    case 'deposit':
      return { title: t('Deposit arrived'), text: t('{amount} is in your wallet.', { amount: sum }) }
    case 'pool':
      return { title: t('A pool paid out'), text: t('{amount} is in your wallet.', { amount: sum }) }
    case 'pool_returned':
      return {
        title: t('Money came back'),
        text: t('The pool could not take {amount}: it is in your wallet again.', { amount: sum }),
      }
    case UNFAMILIAR:
      return { title: t('Money came in'), text: t('{amount} is in your wallet.', { amount: sum }) }
    default:
      return how satisfies never
  }
}

const deposit = (
  { state, amount }: Extract<Notice, { kind: 'deposit' }>,
  { t, money }: Localizer,
): NoticeWords => {
  const sum = { amount: money(amount, 'USD') }
  switch (state) {
    case 'failed':
      return {
        title: t('Deposit failed'),
        text: t('Your deposit of {amount} did not go through: nothing was added to your wallet.', sum),
      }
    case 'returned':
      return {
        title: t('Deposit taken back'),
        text: t('The bank took {amount} back: it has left your wallet again.', sum),
      }
    case 'refunded':
      return {
        title: t('Deposit refunded'),
        text: t('{amount} went back to where it was paid from: it has left your wallet again.', sum),
      }
    case 'disputed':
      return {
        title: t('Deposit disputed'),
        text: t('{amount} has left your wallet until the bank has decided about it.', sum),
      }
    case 'restored':
      return {
        title: t('Deposit given back'),
        text: t('{amount} that had been taken back is in your wallet again.', sum),
      }
    case UNFAMILIAR:
      return { title: t('Something about a deposit'), text: updateText(t) }
    default:
      return state satisfies never
  }
}

const dueText = (amount: string | null, due: string | null, t: Say): string => {
  if (amount === null) return due === null ? t('A bill is due.') : t('A bill is due on {day}.', { day: due })
  return due === null
    ? t('{amount} is due.', { amount })
    : t('{amount} is due on {day}.', { amount, day: due })
}

const bill = (
  { state, amount, due_on: due }: Extract<Notice, { kind: 'bill' }>,
  { t, money, day }: Localizer,
): NoticeWords => {
  const sum = amount === null ? null : money(amount, 'USD')
  switch (state) {
    case 'due':
      return { title: t('New bill'), text: dueText(sum, due === null ? null : day(due), t) }
    case 'short':
      return {
        title: t('Bill not covered'),
        text:
          sum === null
            ? t('Nothing is set up to pay it.')
            : t('{amount} is missing to pay it.', { amount: sum }),
      }
    case 'late':
      return { title: t('Bill past due'), text: t('It is not paid yet. You can still pay it.') }
    case UNFAMILIAR:
      return { title: t('Something about a bill'), text: updateText(t) }
    default:
      return state satisfies never
  }
}

const withdrawal = (
  { state, amount }: Extract<Notice, { kind: 'withdrawal' }>,
  { t, money }: Localizer,
): NoticeWords => {
  const sum = { amount: money(amount, 'USD') }
  switch (state) {
    case 'preparing':
      return {
        title: t('Withdrawal begun'),
        text: t('{amount} is to leave for your bank account. If that wasn’t you, cancel it now.', sum),
      }
    case 'fell_back':
      return {
        title: t('Your withdrawal goes by ACH'),
        text: t('It could not be instant: the fee of {amount} is in your wallet again.', sum),
      }
    case 'sent':
      return { title: t('Withdrawal sent'), text: t('{amount} is on its way to your bank account.', sum) }
    case 'failed':
      return {
        title: t('Money came back'),
        text: t('The bank did not take {amount}: it is in your wallet again.', sum),
      }
    case 'came_back':
      return {
        title: t('Money came back'),
        text: t('Your bank sent {amount} back: it is in your wallet again.', sum),
      }
    case UNFAMILIAR:
      return { title: t('Withdrawals'), text: t('There is news of a withdrawal.') }
    default:
      return state satisfies never
  }
}

const paidText = (
  { by, amount }: Extract<Notice, { kind: 'bill_paid' }>,
  { t, money }: Localizer,
): string => {
  const sum = { amount: money(amount, 'USD') }
  switch (by) {
    case 'pools':
      return t('{amount} came from your pools.', sum)
    case 'wallet':
      return t('{amount} came from your wallet.', sum)
    case 'both':
      return t('{amount} came from your pools and your wallet.', sum)
    case UNFAMILIAR:
      return t('{amount} was paid.', sum)
    default:
      return by satisfies never
  }
}

const pool = ({ state }: Extract<Notice, { kind: 'pool' }>, t: Say): NoticeWords => {
  switch (state) {
    case 'closed':
      return { title: t('Pool closed'), text: t('What it was worth goes to your wallet.') }
    case 'kept':
      return {
        title: t('A pool could not pay out'),
        text: t('What it was to pay stays in the pool. You can try again.'),
      }
    case UNFAMILIAR:
      return { title: t('Something about a pool'), text: updateText(t) }
    default:
      return state satisfies never
  }
}

/** The full text of a notice. */
export const wordsOf = (notice: Notice, localizer: Localizer): NoticeWords => {
  const { t, money } = localizer
  switch (notice.kind) {
    case 'money_in':
      return moneyIn(notice, localizer)
    case 'deposit':
      return deposit(notice, localizer)
    case 'request':
      return {
        title: t('Request for money'),
        text: t('{name} asks you for {amount}.', {
          name: personText(notice.from),
          amount: money(notice.amount, 'USD'),
        }),
      }
    case 'bill':
      return bill(notice, localizer)
    case 'withdrawal':
      return withdrawal(notice, localizer)
    case 'bill_paid':
      return { title: t('Bill paid'), text: paidText(notice, localizer) }
    case 'pool':
      return pool(notice, t)
    case 'interest':
      return {
        title: t('Interest for {month}', { month: localizer.month(notice.month) }),
        text: t('{amount} came in, day by day.', { amount: money(notice.amount, 'USD') }),
      }
    case 'data':
      return {
        title: t('Data nearly used up'),
        text: t('{device} has used {percent}% of its data for this month.', {
          device: notice.device_label,
          percent: notice.percent,
        }),
      }
    case 'vote':
      return { title: t('A vote closes soon'), text: t('You have not voted yet.') }
    case 'security':
      return { title: securityTitle(notice.event, t), text: deviceWords(notice.device, t) }
    case UNFAMILIAR:
      return { title: t('Something new'), text: notice.label ?? updateText(t) }
    default:
      return notice satisfies never
  }
}

const discreetText = (kind: Notice['kind'], t: Say): string => {
  switch (kind) {
    case 'money_in':
      return t('Money came in.')
    case 'deposit':
      return t('Something happened to a deposit.')
    case 'request':
      return t('Somebody asks you for money.')
    case 'bill':
      return t('A bill needs your attention.')
    case 'withdrawal':
      return t('There is news of a withdrawal.')
    case 'bill_paid':
      return t('A bill was paid.')
    case 'pool':
      return t('Something happened to a pool.')
    case 'interest':
      return t('Interest came in.')
    case 'data':
      return t('A line has nearly used up its data.')
    case 'vote':
      return t('A vote closes soon.')
    case 'security':
      return t('Something happened that concerns the security of your account.')
    case UNFAMILIAR:
      return updateText(t)
    default:
      return kind satisfies never
  }
}

/**
 * Text for the lock screen unless the member has allowed amounts and names there. What has to be stopped within a day is
 * named: it says nothing about money.
 */
export const discreetWordsOf = (notice: Notice, { t }: Localizer): NoticeWords => ({
  title:
    notice.kind !== 'security'
      ? 'Youtility'
      : notice.event === 'passkey_wait_started'
        ? securityTitle(notice.event, t)
        : t('Security notice'),
  text: discreetText(notice.kind, t),
})

/** Kinds that an app may be too old for: it shows their {@link labelOf}. */
const LABELLED: ReadonlySet<Notice['kind']> = new Set([
  'deposit',
  'withdrawal',
  'bill_paid',
  'pool',
  'interest',
])

/** What an app that does not know the kind shows; undefined where every installed one does. */
export const labelOf = (notice: Notice, localizer: Localizer): string | undefined => {
  if (!LABELLED.has(notice.kind)) return undefined
  const { title, text } = wordsOf(notice, localizer)
  return `${title}: ${text}`
}

/** Address of what a notice is about. */
export const placeOf = (notice: Notice): string => {
  switch (notice.kind) {
    case 'money_in':
      return notice.activity_id === undefined ? '/wallet' : `/wallet/activity/${notice.activity_id}`
    case 'request':
    case 'vote':
      return '/wallet'
    case 'deposit':
      return '/wallet#deposits'
    case 'interest':
      return '/wallet?kind=interest#history'
    case 'withdrawal':
      return '/wallet'
    case 'bill':
    case 'bill_paid':
      return `/investments?bill=${notice.bill_id}`
    case 'pool':
      return `/investments?pool=${notice.pool_id}`
    case 'data':
      return '/devices?tab=usage'
    case 'security':
      return '/profile'
    case UNFAMILIAR:
      return '/notifications'
    default:
      return notice satisfies never
  }
}
