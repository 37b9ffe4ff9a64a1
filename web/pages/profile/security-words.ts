import type { SecurityEvent } from '../../../api/contract/security.ts'

/** An entry of the security trail in words. */
export const eventWords = ({ kind, detail }: SecurityEvent): string => {
  switch (kind) {
    case 'signed_in':
      return 'Signed in'
    case 'signed_out':
      return 'Signed out'
    case 'session_ended':
      return detail === null ? 'Signed out elsewhere' : `Signed out elsewhere: ${detail}`
    case 'sessions_ended':
      return 'Signed out everywhere else'
    case 'sign_in_refused':
      return 'A sign-in was refused'
    case 'fresh_sign_in_required':
      return detail === null ? 'Asked to sign in again' : `Asked to sign in again before ${detail}`
    case 'account_number_revealed':
      return 'The account number was shown'
    case 'data_exported':
      return 'Your data was exported'
    case 'handle_change_asked':
      return 'A new handle was asked for'
    case 'account_closing_asked':
      return 'Closing the account was asked for'
    case 'daily_limit_lowered':
      return detail === null ? 'The daily limit was lowered' : `The daily limit was lowered to ${detail}`
    case 'daily_limit_raise_asked':
      return detail === null
        ? 'A higher daily limit was asked for'
        : `A higher daily limit was asked for: ${detail}`
    default:
      return kind satisfies never
  }
}
