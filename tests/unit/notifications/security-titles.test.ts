import { expect, test } from 'vitest'
import { isNotified, securityTitle } from '../../../api/contract/notification-words/account.ts'
import { SecurityEventKind } from '../../../api/contract/security-event-kind.ts'

const said = (kind: SecurityEventKind | 'unfamiliar') => securityTitle(kind, (text, ..._values) => text)

test('an event notifies the member exactly if its notification has a title of its own', () => {
  const own = SecurityEventKind.options.filter((kind) => said(kind) !== said('unfamiliar'))
  expect(SecurityEventKind.options.filter(isNotified)).toEqual(own)
})

test('somebody who acts in a member’s name is told of; what only the member can have done is not', () => {
  const others = ['signed_in', 'session_ended', 'passkey_added', 'token_asked', 'bank_account_added'] as const
  expect(others.filter((kind) => !isNotified(kind))).toEqual([])
  const own = ['signed_out', 'sign_in_refused', 'daily_limit_lowered', 'withdrawal_asked'] as const
  expect(own.filter(isNotified)).toEqual([])
})
