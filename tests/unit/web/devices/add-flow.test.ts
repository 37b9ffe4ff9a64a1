import { expect } from 'vitest'
import * as device from '../../../../web/pages/devices/add/machine.ts'
import { ADD_DEFAULTS } from '../../../../web/pages/devices/add/values.ts'
import { failure, type FlowUnderTest, holds, key, notSent } from '../support/flow-laws.ts'

const kitchen = { ...ADD_DEFAULTS, device_label: 'Kitchen' }
const order: device.Order = { draft: kitchen, key }
const editing = { step: 'editing', draft: kitchen, problem: null } as const
const problem = { reason: 'No', fields: { device_label: 'Too many.' } }
const submitted = { type: 'submitted', intent: order } as const
holds('ordering an eSIM', {
  ...device,
  intents: [order],
  receipt: null,
  steps: [
    [editing, editing],
    [{ ...editing, problem }, editing],
  ],
  own: [
    { type: 'opened', draft: ADD_DEFAULTS },
    { type: 'drafted', draft: kitchen },
    { type: 'invalid', problem },
  ],
  ways: [
    [
      'closes when it is provisioned',
      editing,
      [submitted, { type: 'done', key, receipt: null }],
      { step: 'closed', last: { ok: true, intent: order } },
    ],
    [
      'begins anew with the defaults',
      editing,
      [submitted, { type: 'done', key, receipt: null }, { type: 'opened', draft: ADD_DEFAULTS }],
      { step: 'editing', draft: ADD_DEFAULTS, problem: null },
    ],
    [
      'stays open with what was typed and the reason when it is refused',
      editing,
      [submitted, { type: 'refused', key, failure: { ...failure, problems: problem.fields } }],
      { ...editing, problem },
    ],
    [
      'goes back to the form with the reason when nothing was sent',
      editing,
      [submitted, notSent],
      { ...editing, problem: { reason: 'Offline', fields: {} } },
    ],
    [
      'drops the problems of fields when something is typed, not the reason',
      editing,
      [
        { type: 'invalid', problem },
        { type: 'drafted', draft: kitchen },
      ],
      { problem: { reason: 'No', fields: expect.not.objectContaining(problem.fields) as unknown } },
    ],
  ],
  refusedKept: editing,
  unreadable: [{ draft: {}, key }],
} satisfies FlowUnderTest<device.Order, null, device.Editing, device.OwnEvent>)
