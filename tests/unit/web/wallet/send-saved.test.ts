import { describe, expect, it } from 'vitest'
import type { Intent, SendState } from '../../../../web/pages/wallet/send/machine.ts'
import { CLOSED } from '../../../../web/flow/binding.ts'
import { saved } from '../../../../web/pages/wallet/send/saved.ts'

const { restoredFrom, savedIntentOf, savedOf } = saved

const draft = { variant: 'unified', to: '@grace', currency: 'USD', amount: '25', message: '' } as const
const intent: Intent = {
  draft,
  payee: { name: 'Grace Hopper', handle: 'grace', did: 'did:youtility:g', known: true },
  key: '3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f',
}
const reloaded = (state: SendState) => restoredFrom(savedOf(state))

describe('a reload in the middle of the dialog', () => {
  it('reopens the details with what was typed', () => {
    expect(reloaded({ step: 'details', draft, problems: { to_user_identifier: 'Nobody' } })).toEqual({
      step: 'details',
      draft,
      problems: {},
    })
    expect(reloaded({ step: 'looking_up', draft })?.step).toBe('details')
  })

  it('reopens the review under the same key', () => {
    const confirm: SendState = { step: 'review', intent, problem: null }
    expect(reloaded(confirm)).toEqual(confirm)
  })

  it('asks what happened when it was processing', () => {
    expect(reloaded({ step: 'processing', intent, doubtful: false })).toEqual({
      step: 'checking',
      intent,
      mayRetry: false,
    })
    expect(reloaded({ step: 'checking', intent, mayRetry: true })?.step).toBe('checking')
  })

  it('keeps nothing once it is closed or done', () => {
    expect(savedOf(CLOSED)).toBeNull()
    const receipt = { transfer_id: 't', status: 'completed', created_at: '2026-11-20T12:00:00Z' } as const
    expect(savedOf({ step: 'success', intent, receipt })).toBeNull()
  })

  it.each(['', '{', '{}', '{"version":0,"step":"details"}', '{"version":1,"step":"processing"}', 'null'])(
    'starts closed from %j',
    (text) => {
      expect(restoredFrom(text)).toBeNull()
      expect(restoredFrom(null)).toBeNull()
    },
  )

  it('reads an intent of this shape only', () => {
    expect(savedIntentOf(structuredClone(intent))).toEqual(intent)
    expect(savedIntentOf({ ...intent, key: 'no key' })).toBeNull()
  })
})
