import { expect, it } from 'vitest'
import { placeOf } from '../../../api/contract/notification-words.ts'
import { Notification } from '../../../api/contract/notifications.ts'
import * as z from 'zod/mini'

const ID = '3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f'
const common = { id: '1', at: '2026-01-31T12:00:00.000Z', read: false }
const from = { name: 'Grace Hopper', handle: 'grace' }

it.each([
  [{ kind: 'request', request_id: ID, from, amount: '5.00' }, `/wallet#request-${ID}`],
  [
    { kind: 'withdrawal', withdrawal_id: ID, state: 'preparing', amount: '50.00' },
    `/wallet?withdrawal=${ID}`,
  ],
  [{ kind: 'vote', proposal_id: ID, ends_at: common.at }, `/wallet?token=governance#proposal-${ID}`],
  [{ kind: 'security', event: 'passkey_wait_started', device: 'Firefox on Linux' }, '/profile'],
  [{ kind: 'security', event: 'passkey_added', device: 'Firefox on Linux' }, '/profile#security-activity'],
] as const)('a notification leads to the very thing: %o', (notification, place) =>
  expect(placeOf(z.parse(Notification, { ...common, ...notification }))).toBe(place),
)
