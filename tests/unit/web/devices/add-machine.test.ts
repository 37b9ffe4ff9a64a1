import { describe, expect, test } from 'vitest'
import { type AddEvent, type AddState, transition } from '../../../../web/pages/devices/add/machine.ts'
import { restoredFrom, savedOf } from '../../../../web/pages/devices/add/saved.ts'
import { ADD_DEFAULTS } from '../../../../web/pages/devices/add/values.ts'

const KEY = '3d7a57c0-9f0e-4c38-8a3e-0f7b8f0f0a01'
const NEXT = '3d7a57c0-9f0e-4c38-8a3e-0f7b8f0f0a02'
const draft = { ...ADD_DEFAULTS, device_label: 'Kitchen' }
const problem = { reason: 'You have ten devices.', fields: { device_label: 'Too many.' } }

const after = (events: readonly AddEvent[], from: AddState = { step: 'closed', ordered: null }): AddState =>
  events.reduce(transition, from)
const opened: AddEvent = { type: 'opened', key: KEY, draft: ADD_DEFAULTS }
const drafted: AddEvent = { type: 'drafted', draft }
const submitted: AddEvent = { type: 'submitted' }

describe('ordering an eSIM', () => {
  test('closes when it is provisioned, and begins anew with the defaults', () => {
    const done = after([opened, drafted, submitted, { type: 'provisioned', key: KEY }])
    expect(done).toEqual({ step: 'closed', ordered: 'Kitchen' })
    expect(after([{ ...opened, key: NEXT }], done)).toEqual({
      step: 'editing',
      key: NEXT,
      draft: ADD_DEFAULTS,
      problem: null,
    })
  })

  test('stays open with what was typed and the reason when it is refused; the next try is another intent', () => {
    const refused = after([opened, drafted, submitted, { type: 'refused', key: KEY, problem, newKey: NEXT }])
    expect(refused).toEqual({ step: 'editing', key: NEXT, draft, problem })
  })

  test('keeps its key when nothing was sent', () => {
    expect(after([opened, drafted, submitted, { type: 'not_sent', key: KEY, problem }])).toEqual({
      step: 'editing',
      key: KEY,
      draft,
      problem,
    })
  })

  test('holds the form and the key when the answer is lost, for as often as it takes', () => {
    const lost = after([opened, drafted, submitted, { type: 'lost', key: KEY }])
    expect(lost).toEqual({ step: 'lost', key: KEY, draft })
    expect(after([{ type: 'drafted', draft: ADD_DEFAULTS }], lost)).toBe(lost)
    const again = after([{ type: 'retried' }], lost)
    expect(again).toEqual({ step: 'ordering', key: KEY, draft, again: true })
    // That the second try was not sent says nothing of the first.
    expect(after([{ type: 'not_sent', key: KEY, problem }], again)).toEqual(lost)
    expect(after([{ type: 'provisioned', key: KEY }], again)).toEqual({
      step: 'closed',
      ordered: 'Kitchen',
    })
  })

  test('can be closed at any time but while the order is on its way', () => {
    expect(after([opened, { type: 'closed' }])).toEqual({ step: 'closed', ordered: null })
    const ordering = after([opened, submitted])
    expect(after([{ type: 'closed' }], ordering)).toBe(ordering)
  })

  test('is sent once: a second submit and an answer to another key change nothing', () => {
    const ordering = after([opened, submitted])
    expect(after([submitted], ordering)).toBe(ordering)
    expect(after([{ type: 'provisioned', key: NEXT }], ordering)).toBe(ordering)
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
      key: KEY,
      draft,
      problem: null,
    })
  })

  test('in the middle of an order leaves it in doubt, under its key', () => {
    for (const state of [
      after([opened, drafted, submitted]),
      after([opened, drafted, submitted, { type: 'lost', key: KEY }]),
    ])
      expect(restoredFrom(savedOf(state))).toEqual({ step: 'lost', key: KEY, draft })
  })

  test('keeps nothing of a closed form, and reads nothing of another shape', () => {
    expect(savedOf({ step: 'closed', ordered: 'Kitchen' })).toBeNull()
    for (const text of [null, '', '{', '{"version":0}', JSON.stringify({ version: 1, step: 'editing' })])
      expect(restoredFrom(text)).toBeNull()
  })
})
