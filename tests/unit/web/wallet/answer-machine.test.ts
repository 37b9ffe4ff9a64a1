import { describe, expect, it } from 'vitest'
import type { TransferRequest } from '../../../../api/contract/requests.ts'
import {
  type Answer,
  type AnswerEvent,
  type AnswerState,
  transition,
} from '../../../../web/pages/requests/machine.ts'
import { CLOSED } from '../../../../web/flow/binding.ts'
import { saved } from '../../../../web/pages/requests/saved.ts'

const { restoredFrom, savedOf } = saved

const key = '3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f'
const otherKey = '9a52e6d0-6a43-4f5b-9a52-0a1b2c3d4e5f'
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
const answer: Answer = { request, action: 'approve', key }
const paid: TransferRequest = { ...request, status: 'completed' }

const failure = {
  message: 'Failed to respond to transfer request',
  reason: 'Insufficient USD balance',
  code: 'insufficient_funds',
  problems: {},
}

const closed: AnswerState = CLOSED
const review: AnswerState = { step: 'review', intent: answer, problem: null }
const processing: AnswerState = { step: 'processing', intent: answer, doubtful: false }
const checking: AnswerState = { step: 'checking', intent: answer, mayRetry: false }
const denied: AnswerState = { step: 'checking', intent: answer, mayRetry: true }
const success: AnswerState = { step: 'success', intent: answer, receipt: paid }
const failed: AnswerState = { step: 'error', intent: answer, failure }
const after = (state: AnswerState, ...happened: AnswerEvent[]): AnswerState =>
  happened.reduce(transition, state)

describe('answering a request', () => {
  it('is reviewed before it binds', () => {
    expect(after(closed, { type: 'reviewed', intent: answer })).toEqual(review)
    expect(after(review, { type: 'confirmed' }, { type: 'done', key, receipt: paid })).toEqual(success)
  })

  it('is given once: a second click changes nothing, nor does closing, nor another key', () => {
    const events: AnswerEvent[] = [
      { type: 'confirmed' },
      { type: 'closed' },
      { type: 'reviewed', intent: answer },
      { type: 'done', key: otherKey, receipt: paid },
      { type: 'lost', key: otherKey },
      { type: 'denied', key },
    ]
    for (const event of events) expect(transition(processing, event)).toBe(processing)
  })

  it('is asked about when the reply is lost, and repeated under its key at most', () => {
    expect(after(processing, { type: 'lost', key })).toEqual(checking)
    expect(after(checking, { type: 'confirmed' })).toBe(checking)
    expect(after(checking, { type: 'denied', key })).toEqual(denied)
    expect(after(denied, { type: 'confirmed' })).toEqual({
      step: 'processing',
      intent: answer,
      doubtful: true,
    })
    expect(after(denied, { type: 'confirmed' }, { type: 'not_sent', key, message: 'Offline' })).toEqual(
      denied,
    )
  })

  it('goes back to the review when nothing was sent', () => {
    expect(after(processing, { type: 'not_sent', key, message: 'Offline' })).toEqual({
      ...review,
      problem: 'Offline',
    })
  })

  it('is reviewed again under a new key after a refusal', () => {
    expect(after(processing, { type: 'refused', key, failure })).toEqual(failed)
    expect(after(failed, { type: 'tried_again', newKey: otherKey })).toEqual({
      step: 'review',
      intent: { ...answer, key: otherKey },
      problem: null,
    })
  })

  it('survives a reload', () => {
    expect(restoredFrom(savedOf(review))).toEqual(review)
    for (const state of [processing, checking, denied]) expect(restoredFrom(savedOf(state))).toEqual(checking)
    for (const state of [closed, success, failed]) expect(savedOf(state)).toBeNull()
    expect(restoredFrom('{"version":0}')).toBeNull()
  })
})
