import { deviceWords } from '../device-words.ts'
import { UNFAMILIAR, type Unfamiliar } from '../open.ts'
import type { SecurityEventKind } from '../security-event-kind.ts'
import type { Say } from '../texts.ts'
import { type KindsWords, type Localizer, type NotificationOf, updateText, type Words } from './kind-words.ts'

/** The titles of the events that notify the member, because somebody else may have acted in their name. */
const TITLES: Readonly<Partial<Record<SecurityEventKind | Unfamiliar, (t: Say) => string>>> = {
  signed_in: (t) => t('New sign-in'),
  session_ended: (t) => t('A session was ended'),
  sessions_ended: (t) => t('You were signed out elsewhere'),
  account_number_revealed: (t) => t('An account number was shown'),
  data_exported: (t) => t('Your data was exported'),
  handle_change_asked: (t) => t('Your handle is being changed'),
  account_closing_asked: (t) => t('Your account is being closed'),
  push_place_added: (t) => t('Notifications are sent to another place'),
  push_place_ended: (t) => t('Notifications to a place were turned off'),
  push_amounts_shown: (t) => t('Notifications now show amounts and names'),
  passkey_added: (t) => t('A passkey was added'),
  passkey_removed: (t) => t('A passkey was removed'),
  passkey_wait_started: (t) => t('A passkey may be added in a day: stop it if it isn’t you'),
  passkey_wait_stopped: (t) => t('The wait for a passkey was stopped'),
  token_asked: (t) => t('An access token for your account is being made'),
  token_ended: (t) => t('An access token was ended'),
  bank_account_added: (t) => t('A bank account was added: remove it if it isn’t yours'),
  bank_account_removed: (t) => t('A bank account was removed'),
  bank_account_corrected: (t) =>
    t('Your bank gave us other numbers for a bank account, and we use them from now on'),
  bank_account_unconfirmed: (t) => t('A bank account could not be confirmed'),
  line_ordered: (t) => t('A phone line was ordered on your bill: delete it if it isn’t yours'),
  line_ended: (t) => t('A phone line is being ended'),
  bills_from_wallet_allowed: (t) => t('Bills may now be paid from your wallet'),
  backup_restored: (t) =>
    t('We restored a backup: please look at your passkeys and bank accounts, and remove what is not yours'),
}

/** Whether the member is notified of an event. */
export const isNotified = (event: SecurityEventKind): boolean => event in TITLES

export const securityTitle = (event: SecurityEventKind | Unfamiliar, t: Say): string =>
  TITLES[event]?.(t) ?? t('Security of your account')

const identity = ({ state, until }: NotificationOf<'identity'>, { t, day }: Localizer): Words => {
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

const whyOpen = (reason: NotificationOf<'closing'>['reason'], t: Say): string => {
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

const closing = ({ state, day, amount, reason }: NotificationOf<'closing'>, localizer: Localizer): Words => {
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
    // A wait is stopped at the top of the profile.
    place: ({ event }) => (event === 'passkey_wait_started' ? '/profile' : '/profile#security-activity'),
  },
  identity: {
    name: (t) => t('Who you are'),
    words: identity,
    discreet: (t) => t('Something is new about the check of who you are.'),
    place: () => '/identity',
    labelled: true,
  },
}
