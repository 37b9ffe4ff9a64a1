import { expect } from 'vitest'
import { CLOSED } from '../../../../web/flow/machine.ts'
import * as send from '../../../../web/pages/wallet/send/machine.ts'
import {
  confirmed,
  faultFound,
  faulty,
  type FlowUnderTest,
  holds,
  key,
  lost,
  notSent,
  triedAgain,
  wentBack,
} from '../support/flow-laws.ts'

const draft = {
  variant: 'unified',
  to: '@grace',
  currency: 'USD',
  amount: '25.00',
  message: 'Dinner',
} as const
const payee = { name: 'Grace Hopper', handle: 'grace', did: 'did:youtility:g', known: false }
const sent: send.Receipt = { transfer_id: 't', status: 'processing', created_at: '2026-11-20T12:00:00Z' }
const details = { step: 'details', draft, problems: {} } as const
const lookingUp = { step: 'looking_up', draft } as const
const sending = { draft, payee, key }
const sendReview = { step: 'review', intent: sending, problem: null } as const
const returned = { type: 'done', key, receipt: { ...sent, status: 'returned' } } as const
const notDelivered = {
  step: 'error',
  failure: { message: expect.stringContaining('back in your wallet') as unknown },
}
holds('sending', {
  ...send,
  intents: [sending],
  receipt: sent,
  steps: [
    [details, details],
    [{ ...details, problems: { to_user_identifier: 'Nobody' } }, details],
    [lookingUp, details],
  ],
  own: [
    { type: 'opened', draft },
    { type: 'drafted', draft },
    { type: 'continued', draft },
    { type: 'payee_found', draft, payee, key },
    { type: 'payee_refused', draft, problems: { to_user_identifier: 'Nobody' } },
  ],
  ways: [
    [
      'goes through the server’s recipient, the review and the sending',
      CLOSED,
      [
        { type: 'opened', draft },
        { type: 'continued', draft },
        { type: 'payee_found', draft, payee, key },
        confirmed,
        { type: 'done', key, receipt: sent },
      ],
      { step: 'success', intent: sending, receipt: sent },
    ],
    [
      'names an unknown recipient on the field and keeps what was typed',
      lookingUp,
      [{ type: 'payee_refused', draft, problems: { to_user_identifier: 'Nobody' } }],
      { ...details, problems: { to_user_identifier: 'Nobody' } },
    ],
    [
      'drops the recipient of an older draft',
      lookingUp,
      [{ type: 'payee_found', draft: { ...draft }, payee, key }],
      lookingUp,
    ],
    ['goes back from the review to the details', sendReview, [wentBack], details],
    [
      'says on the review why nothing was sent',
      sendReview,
      [confirmed, notSent],
      { ...sendReview, problem: 'Offline' },
    ],
    [
      'leads from an error to the details, with what is wrong',
      sendReview,
      [confirmed, faultFound, triedAgain],
      { ...details, problems: faulty.problems },
    ],
    ['shows a returned transfer as a failure', sendReview, [confirmed, returned], notDelivered],
    [
      'says on the receipt when the transfer has arrived',
      sendReview,
      [
        confirmed,
        { type: 'done', key, receipt: sent },
        { type: 'done', key, receipt: { ...sent, status: 'completed' } },
      ],
      { step: 'success', receipt: { status: 'completed' } },
    ],
    ['shows it also when it is looked up', sendReview, [confirmed, lost, returned], notDelivered],
    [
      'shows it also after the receipt',
      sendReview,
      [confirmed, { type: 'done', key, receipt: sent }, returned],
      notDelivered,
    ],
  ],
  refusedKept: details,
  unreadable: [{ draft, key }],
} satisfies FlowUnderTest<send.Intent, send.Receipt, send.Form, send.OwnEvent>)
