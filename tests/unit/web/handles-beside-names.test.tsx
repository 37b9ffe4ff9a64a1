import { globSync, readFileSync } from 'node:fs'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { wordsOf } from '../../../api/contract/notification-words.ts'
import { type Notification, NotificationKind } from '../../../api/contract/notifications.ts'
import { personText } from '../../../api/contract/person.ts'
import { type TransferRequest, TransferRequestStatus } from '../../../api/contract/requests.ts'
import { type YutTransaction, YutInteraction } from '../../../api/contract/token.ts'
import { type Activity, ActivityKind } from '../../../api/contract/wallet.ts'
import { localizerOf } from '../../../api/texts/localizer.ts'
import { contactText } from '../../../web/data/contacts.ts'
import { payerOf, requesterOf } from '../../../web/pages/requests/people.ts'
import { outcomeText } from '../../../web/pages/requests/words.ts'
import { looksOf } from '../../../web/pages/token/transactions.tsx'
import { EMPTY_DRAFT } from '../../../web/pages/wallet/send/machine.ts'
import { toText } from '../../../web/pages/wallet/send/success-step.tsx'
import { titleOf } from '../../../web/pages/wallet/words.ts'
import { PersonLines } from '../../../web/pages/person-lines.tsx'

const NAME = 'Grace Hopper'
const GRACE = { name: NAME, handle: 'grace' }
/** The name with the handle right after it, whatever stands between them is a tag, a bracket or a space. */
const BOTH = /Grace Hopper[\s(]*(?:<[^>]*>)*@grace/
const rendered = (element: ReactElement): string => renderToStaticMarkup(element)

const notificationsOf = (kind: NotificationKind): readonly Notification[] => {
  const common = { id: '1', at: '2026-01-01T00:00:00.000Z', read: false }
  switch (kind) {
    case 'money_in':
      return (['transfer', 'returned', 'deposit'] as const).map((how) => ({
        ...common,
        kind,
        how,
        from: GRACE,
        amount: '1.00',
        currency: 'USD',
      }))
    case 'request':
      return [{ ...common, kind, request_id: '1', from: GRACE, amount: '1.00' }]
    case 'deposit':
    case 'withdrawal':
    case 'bill':
    case 'bill_paid':
    case 'pool':
    case 'interest':
    case 'data':
    case 'vote':
    case 'case':
    case 'security':
    case 'identity':
    case 'closing':
      // Nothing in them names a member.
      return []
    default:
      return kind satisfies never
  }
}

const activityOf = (kind: Activity['kind']): Activity => ({
  id: '1',
  kind,
  currency: 'USD',
  amount: '1.00',
  amount_minor: '100',
  status: 'completed',
  counterparty: GRACE,
  message: null,
  transfer_id: null,
  occurred_at: '2026-01-01T00:00:00.000Z',
  position: '1',
})

const requestOf = (status: TransferRequest['status']): TransferRequest => ({
  id: '1',
  status,
  amount: 100,
  message: null,
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-02-01T00:00:00.000Z',
  requester_name: NAME,
  requester_handle: 'grace',
  sender_name: NAME,
  sender_handle: 'grace',
  transfer_id: null,
  answered_at: null,
})

const TEXTS: readonly (readonly [string, string])[] = [
  ...['en', 'de'].flatMap((language) =>
    NotificationKind.options
      .flatMap(notificationsOf)
      .map(
        (notification) =>
          [`${notification.kind} in ${language}`, wordsOf(notification, localizerOf(language)).text] as const,
      ),
  ),
  ...ActivityKind.options.map((kind) => [`activity: ${kind}`, titleOf(activityOf(kind))] as const),
  ...YutInteraction.options.map((type) => {
    const transaction: YutTransaction = {
      id: '1',
      interaction_type: type,
      amount: '1',
      status: 'completed',
      created_at: '2026-01-01T00:00:00.000Z',
      direction: 'in',
      counterparty: GRACE,
    }
    return [`token: ${type}`, looksOf(transaction).title] as const
  }),
  ...TransferRequestStatus.options.flatMap((status) =>
    (['approve', 'decline', 'cancel'] as const).map(
      (action) =>
        [`answer: ${action}, ${status}`, outcomeText(requestOf(status), action, personText(GRACE))] as const,
    ),
  ),
  ['requester', personText(requesterOf(requestOf('pending')))],
  ['payer', personText(payerOf(requestOf('pending')))],
  ['in two lines', rendered(<PersonLines {...GRACE} />)],
  ['contact', contactText({ contact_name: NAME, contact_handle: '@grace' })],
  [
    'receipt of a transfer',
    toText({ draft: EMPTY_DRAFT, payee: { ...GRACE, did: '', known: true }, key: '1' }),
  ],
]

describe('a member’s name', () => {
  it.each(TEXTS)('never stands without the handle: %s', (_kind, text) => {
    expect(text.replaceAll(new RegExp(BOTH, 'g'), '')).not.toContain(NAME)
  })

  it('is there at all where a member is the other side', () => {
    const named = TEXTS.filter(([, text]) => BOTH.test(text)).map(([kind]) => kind)
    expect(named).toEqual(
      expect.arrayContaining([
        'money_in in de',
        'request in en',
        'activity: transfer_returned',
        'token: transfer',
      ]),
    )
  })

  it('stands alone for a former member, without an empty handle', () => {
    const former = { name: 'Former member', handle: '' }
    expect(personText(former)).toBe('Former member')
    expect(rendered(<PersonLines {...former} />)).not.toContain('@')
  })

  it('is read in the places above only, so that a new one has to be added here', () => {
    const NAMES =
      /\b(?:requester|sender|creator)_name\b|\b(?:counterparty|payee|payer|recipient|sender|from|person)\??\.name\b/
    const found = ['web/**/*.{ts,tsx}', 'api/contract/*.ts', 'api/notifications/*.ts']
      .flatMap((pattern) => globSync(pattern))
      .filter((path) => NAMES.test(readFileSync(path, 'utf8')))
    expect(found.sort()).toEqual([
      // The fields themselves.
      'api/contract/governance.ts',
      'api/contract/requests.ts',
      // The search gives the handle as the detail of a person.
      'web/app/palette/entries.ts',
      'web/pages/governance/proposal-card.tsx',
      'web/pages/requests/people.ts',
      // The handle on the next line, as the lists of contacts have it.
      'web/pages/requests/request-card.tsx',
      'web/pages/wallet/send/success-step.tsx',
    ])
  })
})
