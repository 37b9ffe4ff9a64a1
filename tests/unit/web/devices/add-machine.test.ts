import { describe, expect, test } from 'vitest'
import { CLOSED } from '../../../../web/flow/binding.ts'
import { type AddEvent, type AddState, transition } from '../../../../web/pages/devices/add/machine.ts'
import { saved } from '../../../../web/pages/devices/add/saved.ts'
import { ADD_DEFAULTS } from '../../../../web/pages/devices/add/values.ts'

const KEY = '3d7a57c0-9f0e-4c38-8a3e-0f7b8f0f0a01'
const NEXT = '3d7a57c0-9f0e-4c38-8a3e-0f7b8f0f0a02'
const draft = { ...ADD_DEFAULTS, device_label: 'Kitchen' }
const { restoredFrom, savedOf } = saved

const order = { draft, key: KEY }
const problem = { reason: 'You have ten devices.', fields: { device_label: 'Too many.' } }

const after = (events: readonly AddEvent[], from: AddState = CLOSED): AddState =>
  events.reduce(transition, from)
const opened: AddEvent = { type: 'opened', draft: ADD_DEFAULTS }
const drafted: AddEvent = { type: 'drafted', draft }
const submitted: AddEvent = { type: 'submitted', intent: order }
const failure = { message: 'Failed', reason: problem.reason, code: null, problems: problem.fields }

describe('ordering an eSIM', () => {
  test('closes when it is provisioned, and begins anew with the defaults', () => {
    const done = after([opened, drafted, submitted, { type: 'done', key: KEY, receipt: null }])
    expect(done).toMatchObject({ step: 'closed', last: { ok: true, intent: order } })
    expect(after([opened], done)).toEqual({
      step: 'editing',
      draft: ADD_DEFAULTS,
      problem: null,
    })
  })

  test('stays open with what was typed and the reason when it is refused; the next try is another intent', () => {
    const refused = after([opened, drafted, submitted, { type: 'refused', key: KEY, failure }])
    expect(refused).toEqual({ step: 'editing', draft, problem })
  })

  test('goes back to the form with the reason when nothing was sent', () => {
    expect(after([opened, drafted, submitted, { type: 'not_sent', key: KEY, message: 'Offline' }])).toEqual({
      step: 'editing',
      draft,
      problem: { reason: 'Offline', fields: {} },
    })
  })

  test('holds the form and the key when the answer is lost, for as often as it takes', () => {
    const lost = after([opened, drafted, submitted, { type: 'lost', key: KEY }])
    const denied: AddState = { step: 'checking', intent: order, mayRetry: true }
    expect(lost).toEqual({ ...denied, mayRetry: false })
    expect(after([{ type: 'confirmed' }], lost)).toBe(lost)
    expect(after([{ type: 'denied', key: KEY }], lost)).toEqual(denied)
    expect(after([{ type: 'drafted', draft: ADD_DEFAULTS }], lost)).toBe(lost)
    const again = after([{ type: 'confirmed' }], denied)
    expect(again).toEqual({ step: 'processing', intent: order, doubtful: true })
    // A second attempt that was not sent proves nothing about the first.
    expect(after([{ type: 'not_sent', key: KEY, message: 'Offline' }], again)).toEqual(denied)
    expect(after([{ type: 'done', key: KEY, receipt: null }], again)).toMatchObject({
      step: 'closed',
      last: { ok: true },
    })
  })

  test('can be closed at any time but while the order is on its way', () => {
    expect(after([opened, { type: 'closed' }])).toEqual(CLOSED)
    const ordering = after([opened, submitted])
    expect(after([{ type: 'closed' }], ordering)).toBe(ordering)
  })

  test('is sent once: a second submit and an answer to another key change nothing', () => {
    const ordering = after([opened, submitted])
    expect(after([submitted], ordering)).toBe(ordering)
    expect(after([{ type: 'done', key: NEXT, receipt: null }], ordering)).toBe(ordering)
  })

  test('a problem of the fields goes when something is typed, the reason stays', () => {
    const invalid = after([opened, { type: 'invalid', problem }])
    expect(invalid).toMatchObject({ problem })
    expect(after([drafted], invalid)).toMatchObject({ problem: { reason: problem.reason, fields: {} } })
  })
})

describe('a reload', () => {
  test('goes on with what was typed', () => {
    expect(restoredFrom(savedOf(after([opened, drafted])))).toEqual({
      step: 'editing',
      draft,
      problem: null,
    })
  })

  test('in the middle of an order leaves it in doubt, under its key', () => {
    for (const state of [
      after([opened, drafted, submitted]),
      after([opened, drafted, submitted, { type: 'lost', key: KEY }]),
    ])
      expect(restoredFrom(savedOf(state))).toEqual({ step: 'checking', intent: order, mayRetry: false })
  })

  test('keeps nothing of a closed form, and reads nothing of another shape', () => {
    expect(savedOf(CLOSED)).toBeNull()
    for (const text of [null, '', '{', '{"version":0}', JSON.stringify({ version: 1, step: 'editing' })])
      expect(restoredFrom(text)).toBeNull()
  })
})
