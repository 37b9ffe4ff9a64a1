import { UNFAMILIAR } from '../open.ts'
import type { Say } from '../texts.ts'
import {
  dollars,
  type KindsWords,
  type Localizer,
  type NotificationOf,
  updateText,
  type Words,
} from './kind-words.ts'

const dueText = (amount: string | null, due: string | null, t: Say): string => {
  if (amount === null) return due === null ? t('A bill is due.') : t('A bill is due on {day}.', { day: due })
  return due === null
    ? t('{amount} is due.', { amount })
    : t('{amount} is due on {day}.', { amount, day: due })
}

const bill = (
  { state, amount, due_on: due }: NotificationOf<'bill'>,
  { t, money, day }: Localizer,
): Words => {
  const sum = amount === null ? null : money(amount, 'USD')
  switch (state) {
    case 'due':
      return [t('New bill'), dueText(sum, due === null ? null : day(due), t)]
    case 'short':
      return [
        t('Bill not covered'),
        sum === null
          ? t('Nothing is set up to pay it.')
          : t('{amount} is missing to pay it.', { amount: sum }),
      ]
    case 'late':
      return [t('Bill past due'), t('It is not paid yet. You can still pay it.')]
    case UNFAMILIAR:
      return [t('Something about a bill'), updateText(t)]
    default:
      return state satisfies never
  }
}

const billPaid = ({ by, amount }: NotificationOf<'bill_paid'>, localizer: Localizer): Words => {
  const { t } = localizer
  const sum = dollars(amount, localizer)
  const title = t('Bill paid')
  switch (by) {
    case 'pools':
      return [title, t('{amount} came from your pools.', sum)]
    case 'wallet':
      return [title, t('{amount} came from your wallet.', sum)]
    case 'both':
      return [title, t('{amount} came from your pools and your wallet.', sum)]
    case UNFAMILIAR:
      return [title, t('{amount} was paid.', sum)]
    default:
      return by satisfies never
  }
}

const pool = ({ state }: NotificationOf<'pool'>, { t }: Localizer): Words => {
  switch (state) {
    case 'closed':
      return [t('Pool closed'), t('What it was worth goes to your wallet.')]
    case 'kept':
      return [t('A pool could not pay out'), t('What it was to pay stays in the pool. You can try again.')]
    case UNFAMILIAR:
      return [t('Something about a pool'), updateText(t)]
    default:
      return state satisfies never
  }
}

const placeOfBill = ({ bill_id: id }: { readonly bill_id: string }): string => `/investments?bill=${id}`

export const serviceWords: KindsWords<'bill' | 'bill_paid' | 'pool' | 'data' | 'vote'> = {
  bill: {
    name: (t) => t('Bills due or not covered'),
    words: bill,
    discreet: (t) => t('A bill needs your attention.'),
    place: placeOfBill,
  },
  bill_paid: {
    name: (t) => t('Bills that were paid'),
    words: billPaid,
    discreet: (t) => t('A bill was paid.'),
    place: placeOfBill,
    labelled: true,
  },
  pool: {
    name: (t) => t('Pools that close or can’t pay out'),
    words: pool,
    discreet: (t) => t('Something happened to a pool.'),
    place: ({ pool_id: id }) => `/investments?pool=${id}`,
    labelled: true,
  },
  data: {
    name: (t) => t('Data nearly used up'),
    words: ({ device_label: device, percent }, { t }) => [
      t('Data nearly used up'),
      t('{device} has used {percent}% of its data for this month.', { device, percent }),
    ],
    discreet: (t) => t('A line has nearly used up its data.'),
    place: () => '/devices?tab=usage',
  },
  vote: {
    name: (t) => t('Votes that close soon'),
    words: (_notification, { t }) => [t('A vote closes soon'), t('You have not voted yet.')],
    discreet: (t) => t('A vote closes soon.'),
    place: ({ proposal_id: id }) => `/wallet?token=governance#proposal-${id}`,
  },
}
