import { UNFAMILIAR } from '../open.ts'
import { personText } from '../person.ts'
import {
  dollars,
  type KindsWords,
  type Localizer,
  type NotificationOf,
  updateText,
  type Words,
} from './kind-words.ts'

const moneyIn = (
  { how, from, amount: minor, currency }: NotificationOf<'money_in'>,
  { t, money }: Localizer,
): Words => {
  const amount = money(minor, currency)
  switch (how) {
    case 'transfer': {
      const name = from === null ? t('Somebody') : personText(from)
      return [t('Money came in'), t('{name} sent you {amount}.', { name, amount })]
    }
    case 'returned':
      return [
        t('Money came back'),
        from === null
          ? t('{amount} came back to you.', { amount })
          : t('{amount} to {name} came back to you.', { amount, name: personText(from) }),
      ]
    case 'deposit':
      return [t('Deposit arrived'), t('{amount} is in your wallet.', { amount })]
    case 'pool':
      return [t('A pool paid out'), t('{amount} is in your wallet.', { amount })]
    case 'pool_returned':
      return [
        t('Money came back'),
        t('The pool could not take {amount}: it is in your wallet again.', { amount }),
      ]
    case UNFAMILIAR:
      return [t('Money came in'), t('{amount} is in your wallet.', { amount })]
    default:
      return how satisfies never
  }
}

const deposit = ({ state, amount }: NotificationOf<'deposit'>, localizer: Localizer): Words => {
  const { t } = localizer
  const sum = dollars(amount, localizer)
  switch (state) {
    case 'failed':
      return [
        t('Deposit failed'),
        t('Your deposit of {amount} did not go through: nothing was added to your wallet.', sum),
      ]
    case 'returned':
      return [t('Deposit taken back'), t('The bank took {amount} back: it has left your wallet again.', sum)]
    case 'refunded':
      return [
        t('Deposit refunded'),
        t('{amount} went back to where it was paid from: it has left your wallet again.', sum),
      ]
    case 'disputed':
      return [
        t('Deposit disputed'),
        t('{amount} has left your wallet until the bank has decided about it.', sum),
      ]
    case 'restored':
      return [t('Deposit given back'), t('{amount} that had been taken back is in your wallet again.', sum)]
    case UNFAMILIAR:
      return [t('Something about a deposit'), updateText(t)]
    default:
      return state satisfies never
  }
}

const withdrawal = ({ state, amount }: NotificationOf<'withdrawal'>, localizer: Localizer): Words => {
  const { t } = localizer
  const sum = dollars(amount, localizer)
  switch (state) {
    case 'preparing':
      return [
        t('Withdrawal begun'),
        t('{amount} is to leave for your bank account. If that wasn’t you, cancel it now.', sum),
      ]
    case 'review':
      return [
        t('Withdrawal being checked'),
        t('A person looks at {amount} before it leaves. If that wasn’t you, cancel it now.', sum),
      ]
    case 'stopped':
      return [
        t('Withdrawal stopped'),
        t('We stopped {amount}: it is in your wallet again, and the withdrawal says why.', sum),
      ]
    case 'fell_back':
      return [
        t('Your withdrawal goes by ACH'),
        t('It could not be instant: the fee of {amount} is in your wallet again.', sum),
      ]
    case 'sent':
      return [t('Withdrawal sent'), t('{amount} is on its way to your bank account.', sum)]
    case 'failed':
      return [t('Money came back'), t('The bank did not take {amount}: it is in your wallet again.', sum)]
    case 'came_back':
      return [t('Money came back'), t('Your bank sent {amount} back: it is in your wallet again.', sum)]
    case UNFAMILIAR:
      return [t('Withdrawals'), t('There is news of a withdrawal.')]
    default:
      return state satisfies never
  }
}

export const moneyWords: KindsWords<'money_in' | 'deposit' | 'withdrawal' | 'request' | 'interest'> = {
  money_in: {
    name: (t) => t('Money that comes in'),
    words: moneyIn,
    discreet: (t) => t('Money came in.'),
    place: ({ activity_id: id }) => (id === undefined ? '/wallet' : `/wallet/activity/${id}`),
  },
  deposit: {
    name: (t) => t('Deposits that fail or are taken back'),
    words: deposit,
    discreet: (t) => t('Something happened to a deposit.'),
    place: () => '/wallet#deposits',
    labelled: true,
  },
  withdrawal: {
    name: (t) => t('Withdrawals'),
    words: withdrawal,
    discreet: (t) => t('There is news of a withdrawal.'),
    place: ({ withdrawal_id: id }) => `/wallet?withdrawal=${id}`,
    labelled: true,
  },
  request: {
    name: (t) => t('Requests for your money'),
    words: ({ from, amount }, localizer) => {
      const { t } = localizer
      const asked = { name: personText(from), ...dollars(amount, localizer) }
      return [t('Request for money'), t('{name} asks you for {amount}.', asked)]
    },
    discreet: (t) => t('Somebody asks you for money.'),
    place: ({ request_id: id }) => `/wallet#request-${id}`,
  },
  interest: {
    name: (t) => t('Interest, once a month'),
    words: (notification, localizer) => {
      const { t } = localizer
      return [
        t('Interest for {month}', { month: localizer.month(notification.month) }),
        t('{amount} came in, day by day.', dollars(notification.amount, localizer)),
      ]
    },
    discreet: (t) => t('Interest came in.'),
    place: () => '/wallet?kind=interest#history',
    labelled: true,
  },
}
