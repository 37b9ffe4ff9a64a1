import * as z from 'zod/mini'

/** Kinds of entries in a member's security trail. */
export const SecurityEventKind = z.enum([
  'signed_in',
  'signed_out',
  'session_ended',
  'sessions_ended',
  'sign_in_refused',
  'fresh_sign_in_required',
  'account_number_revealed',
  'data_exported',
  'handle_change_asked',
  'account_closing_asked',
  'daily_limit_lowered',
  'daily_limit_raise_asked',
  'push_place_added',
  'push_place_ended',
  'push_amounts_shown',
  'passkey_added',
  'passkey_removed',
  'passkey_refused',
  'passkey_wait_started',
  'passkey_wait_stopped',
  'token_asked',
  'token_ended',
  'identity_check_begun',
  'identity_verified',
  'identity_rejected',
  'identity_lapsed',
])
export type SecurityEventKind = z.infer<typeof SecurityEventKind>
