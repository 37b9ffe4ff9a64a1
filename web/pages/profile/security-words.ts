import { deviceWords } from '../../../api/contract/device-words.ts'
import type { SecurityEvent } from '../../../api/contract/security.ts'
import { UNFAMILIAR } from '../../../api/contract/open.ts'
import { formatMoney } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** Formats a daily limit of the security trail, such as "$1000.00" or "no limit". */
const limitWords = (limit: string): string => {
  const [, dollars] = /^\$(\d+\.\d{2})$/.exec(limit) ?? []
  return dollars === undefined ? translateServerText(limit) : formatMoney(dollars, 'USD')
}

type IdentityKind = Extract<SecurityEvent['kind'], `identity_${string}`>

const identityWords = (kind: IdentityKind): string => {
  switch (kind) {
    case 'identity_check_begun':
      return t('A check of your identity was begun')
    case 'identity_verified':
      return t('Your identity was verified')
    case 'identity_rejected':
      return t('Your identity could not be verified')
    case 'identity_lapsed':
      return t('The verification of your identity lapsed')
    default:
      return kind satisfies never
  }
}

/** The sentence for an entry of the security trail. */
export const eventWords = ({ kind, label, detail }: SecurityEvent): string => {
  switch (kind) {
    case 'signed_in':
      return t('Signed in')
    case 'signed_out':
      return t('Signed out')
    case 'session_ended':
      return detail === null
        ? t('Signed out elsewhere')
        : t('Signed out elsewhere: {detail}', { detail: deviceWords(detail, t) })
    case 'sessions_ended':
      return t('Signed out everywhere else')
    case 'sign_in_refused':
      return t('A sign-in was refused')
    case 'fresh_sign_in_required':
      return detail === null
        ? t('Asked to sign in again')
        : t('Asked to sign in again before {detail}', { detail: translateServerText(detail) })
    case 'account_number_revealed':
      return t('The account number was shown')
    case 'data_exported':
      return t('Your data was exported')
    case 'handle_change_asked':
      return t('A new handle was asked for')
    case 'account_closing_asked':
      return t('Closing the account was asked for')
    case 'daily_limit_lowered':
      return detail === null
        ? t('The daily limit was lowered')
        : t('The daily limit was lowered to {detail}', { detail: limitWords(detail) })
    case 'daily_limit_raise_asked':
      return detail === null
        ? t('A higher daily limit was asked for')
        : t('A higher daily limit was asked for: {detail}', { detail: limitWords(detail) })
    case UNFAMILIAR:
      return label ?? t('Something new')
    case 'push_place_added':
      return t('Notifications were turned on there')
    case 'push_place_ended':
      return detail === null
        ? t('Notifications were turned off elsewhere')
        : t('Notifications were turned off elsewhere: {detail}', { detail: deviceWords(detail, t) })
    case 'push_amounts_shown':
      return t('Amounts and names were allowed in notifications')
    case 'passkey_added':
      return t('A passkey was added')
    case 'passkey_removed':
      return t('Removing a passkey was confirmed')
    case 'passkey_refused':
      return t('A confirmation with a passkey was refused')
    case 'passkey_wait_started':
      return t('The wait of a day for a passkey was started')
    case 'passkey_wait_stopped':
      return t('The wait for a passkey was stopped')
    case 'token_asked':
      return t('A new access token was asked for')
    case 'token_ended':
      return detail === null
        ? t('An access token was ended')
        : t('An access token was ended: {detail}', { detail })
    case 'bank_account_asked':
      return t('Adding a bank account was confirmed')
    case 'bank_account_added':
      return detail === null
        ? t('A bank account was added')
        : t('A bank account was added: {detail}', { detail })
    case 'bank_account_removed':
      return detail === null
        ? t('A bank account was removed')
        : t('A bank account was removed: {detail}', { detail })
    case 'bank_account_corrected':
      return t('Its bank gave other numbers for a bank account: {detail}', { detail: detail ?? '' })
    case 'bank_account_unconfirmed':
      return t('A bank account could not be confirmed: {detail}', { detail: detail ?? '' })
    case 'line_ordered':
      return detail === null
        ? t('A phone line was ordered')
        : t('A phone line was ordered: {detail}', { detail })
    case 'line_ended':
      return t('Ending a phone line was confirmed')
    case 'bills_from_wallet_allowed':
      return t('Bills were allowed to be paid from the wallet')
    case 'backup_restored':
      return t(
        'We restored a backup: every session and access token ended, and bank accounts wait a day again',
      )
    case 'withdrawal_asked':
      return t('A withdrawal was confirmed')
    case 'identity_check_begun':
    case 'identity_verified':
    case 'identity_rejected':
    case 'identity_lapsed':
      return identityWords(kind)
    default:
      return kind satisfies never
  }
}
