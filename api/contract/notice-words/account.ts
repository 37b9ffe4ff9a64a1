import { deviceWords } from '../device-words.ts'
import { UNFAMILIAR, type Unfamiliar } from '../open.ts'
import type { SecurityEventKind } from '../security-event-kind.ts'
import type { Say } from '../texts.ts'
import { type KindsWords, type Localizer, type NoticeOf, updateText, type Words } from './kind-words.ts'

export const securityTitle = (event: SecurityEventKind | Unfamiliar, t: Say): string => {
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
    case 'bank_account_corrected':
      return t('Your bank gave us other numbers for a bank account, and we use them from now on')
    case 'bank_account_unconfirmed':
      return t('A bank account could not be confirmed')
    case 'bank_account_asked':
    case 'withdrawal_asked':
    case 'passkey_refused':
    case 'signed_out':
    case 'sign_in_refused':
    case 'fresh_sign_in_required':
    case 'daily_limit_lowered':
    case 'daily_limit_raise_asked':
    case 'identity_check_begun':
    case 'identity_verified':
    case 'identity_rejected':
    case 'identity_lapsed':
    case UNFAMILIAR:
      return t('Security of your account')
    default:
      return event satisfies never
  }
}

const identity = ({ state, until }: NoticeOf<'identity'>, { t, day }: Localizer): Words => {
  const last = until === null ? null : { day: day(until) }
  switch (state) {
    case 'verified':
      return [
        t('Your identity is verified'),
        last === null ? t('Nothing more is to be done.') : t('It holds until {day}.', last),
      ]
    case 'rejected':
      return [t('Your identity could not be verified'), t('Your profile says why, and lets you try again.')]
    case 'lapsing':
      return [
        t('Your verification lapses soon'),
        last === null ? t('You can renew it now.') : t('It holds until {day}. You can renew it now.', last),
      ]
    case 'lapsed':
      return [t('Your verification has lapsed'), t('You can renew it; it takes a few minutes.')]
    case UNFAMILIAR:
      return [t('Something about your identity'), updateText(t)]
    default:
      return state satisfies never
  }
}

const whyOpen = (reason: NoticeOf<'closing'>['reason'], t: Say): string => {
  switch (reason) {
    case 'payment':
      return t('The bank did not take your last payment: the money is in your wallet.')
    case 'money':
      return t('Your wallet does not cover what you owe.')
    case 'account':
      return t('The bank account you chose cannot be paid to.')
    case 'identity':
      return t('You need a verified identity for the payment. Your profile shows what is to be done.')
    case 'tokens':
      return t('Tokens could not be sent on, or came in without a choice for them.')
    case 'obstacle':
      return t('Something is left that you have to end first.')
    case null:
    case UNFAMILIAR:
      return updateText(t)
    default:
      return reason satisfies never
  }
}

const closing = ({ state, day, amount, reason }: NoticeOf<'closing'>, localizer: Localizer): Words => {
  const { t } = localizer
  switch (state) {
    case 'begun':
      return [
        t('Your account is closing'),
        day === null
          ? t('Your last payment goes as soon as nothing is on its way any more. Until then you can stop it.')
          : t('Your last payment goes on {day}. Until then you can stop it.', { day: localizer.day(day) }),
      ]
    case 'paid':
      return [
        t('A last payment is on its way'),
        t('{amount} is on its way to your bank account. The account is closed when nothing is left.', {
          amount: localizer.money(amount ?? '0', 'USD'),
        }),
      ]
    case 'stopped':
      return [t('Your account stays open'), t('The closing was stopped.')]
    case 'failed':
      return [t('Your account could not be closed'), whyOpen(reason, t)]
    case UNFAMILIAR:
      return [t('Something about closing your account'), updateText(t)]
    default:
      return state satisfies never
  }
}

export const accountWords: KindsWords<'case' | 'security' | 'identity' | 'closing'> = {
  closing: {
    name: (t) => t('Closing your account'),
    words: closing,
    discreet: (t) => t('Something is new about closing your account.'),
    place: () => '/profile',
    labelled: true,
  },
  case: {
    name: (t) => t('Answers to what you reported'),
    words: ({ number }, { t }) => [
      t('Your report was answered'),
      t('The operator has answered case {number}.', { number }),
    ],
    discreet: (t) => t('Something you reported was answered.'),
    place: ({ activity_id: id }) => (id === null ? '/help#cases' : `/wallet/activity/${id}`),
    labelled: true,
  },
  security: {
    name: (t) => t('Security of your account'),
    words: ({ event, device }, { t }) => [securityTitle(event, t), deviceWords(device, t)],
    discreet: (t) => t('Something happened that concerns the security of your account.'),
    place: () => '/profile',
  },
  identity: {
    name: (t) => t('Who you are'),
    words: identity,
    discreet: (t) => t('Something is new about the check of who you are.'),
    place: () => '/identity',
    labelled: true,
  },
}
