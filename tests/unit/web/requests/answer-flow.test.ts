import type { TransferRequest } from '../../../../api/contract/requests.ts'
import { CLOSED } from '../../../../web/flow/machine.ts'
import * as answer from '../../../../web/pages/requests/flow.ts'
import {
  confirmed,
  type FlowUnderTest,
  holds,
  key,
  otherKey,
  refused,
  triedAgain,
} from '../support/flow-laws.ts'

const request: TransferRequest = {
  id: '5b3f7c57-1443-4579-86c1-b3c223c25138',
  status: 'pending',
  amount: 1250,
  message: 'Dinner',
  created_at: '2026-11-20T12:00:00Z',
  expires_at: '2026-12-20T12:00:00Z',
  requester_name: 'Grace Hopper',
  requester_handle: 'grace',
  sender_name: 'Ada Lovelace',
  sender_handle: 'ada',
  transfer_id: null,
  answered_at: null,
}
const approval: answer.Answer = { request, action: 'approve', key }
const paid: TransferRequest = { ...request, status: 'completed' }
holds('answering a request', {
  ...answer,
  intents: [approval, { ...approval, action: 'decline' }, { ...approval, action: 'cancel' }],
  receipt: paid,
  steps: [],
  own: [],
  ways: [
    [
      'is reviewed before it binds',
      CLOSED,
      [{ type: 'reviewed', intent: approval }, confirmed, { type: 'done', key, receipt: paid }],
      { step: 'success', receipt: paid },
    ],
    [
      'is reviewed again under a new key after a refusal',
      CLOSED,
      [{ type: 'reviewed', intent: approval }, confirmed, refused, triedAgain],
      { step: 'review', intent: { ...approval, key: otherKey }, problem: null },
    ],
  ],
  unreadable: [{ ...approval, action: 'burn' }],
} satisfies FlowUnderTest<answer.Answer, TransferRequest, never, never>)
