import { describe, expect, it } from 'vitest'
import { HttpError } from '../../../api/http/errors.ts'
import { parseRequest } from '../../../api/http/validation.ts'
import type { Operation } from '../../../api/contract/operation.ts'
import { ById } from '../../../api/contract/fields.ts'
import { operations } from '../../../api/contract/operations.ts'

const TABLE: readonly Operation[] = Object.values(operations)
const BODIES = TABLE.flatMap(({ id, body }) => (body ? [[id, body] as const] : []))
const VALUES = [undefined, null, true, -1, 1e308, '', '\0', 'x'.repeat(5_000), [], {}, ['x'], { x: 1 }]

/** The message for each invalid field. */
const refusalsOf = (
  schema: NonNullable<Operation['body' | 'params' | 'query']>,
  input: unknown,
  part: 'body' | 'path' | 'query' = 'body',
): Readonly<Record<string, string>> => {
  try {
    parseRequest(schema, part, input)
    return {}
  } catch (error) {
    if (!(error instanceof HttpError) || error.fields === undefined) throw error
    return error.fields
  }
}

describe('a wrong body', () => {
  it.each(BODIES)('of %s names a field that is not known', (_id, body) => {
    expect(refusalsOf(body, { nobody_knows: 1 })).toHaveProperty('nobody_knows')
  })

  it.each(BODIES)('of %s is refused in sentences for people', (_id, body) => {
    const def: Readonly<Record<string, unknown>> = { ...body._zod.def }
    const said = Object.keys(Object(def['shape'])).flatMap((name) =>
      VALUES.flatMap((value) => Object.values(refusalsOf(body, { [name]: value }))),
    )
    expect(said.filter((sentence) => /^(Invalid|Too |Unrecognized)|NaN|undefined/.test(sentence))).toEqual([])
  })
})

const unified = { to_user_identifier: 'grace', currency: 'USD', amount: '1.00' }
const inCents = { to_user_identifier: 'grace', amount: 100 }
const ask = { from_user_identifier: 'grace', amount: 10 }
const NOBODY = 'Please specify who to request the transfer from'
const RANGE = 'Amount must be between $1 and $5,000'
const LABEL = 'Enter a label for the device.'
const config = (device_config: object) => ({ device_config })

/** A body, the one field that is then named, and what is said of it. */
type Refused = readonly [body: object, field: string, sentence?: RegExp | string | undefined]

/** At an order of a device and at a change of it. */
const REFUSED_OF_DEVICES: readonly Refused[] = [
  [{ device_label: '  ' }, 'device_label', LABEL],
  [{ device_label: '' }, 'device_label', LABEL],
  [{ device_label: 5 }, 'device_label', /is a text/],
  [{ device_label: 'x'.repeat(61) }, 'device_label', /at most 60 characters/],
  [{ device_label: 'a\u0000b' }, 'device_label', /control characters/],
  [{ device_type: 'toaster' }, 'device_type', /one of: smartphone, tablet/],
  [{ plan_type: 'gold' }, 'plan_type', /one of: data_only_5gb/],
  [{ plan_type: null }, 'plan_type', /one of/],
  [config({ hotspot_enabled: 'yes' }), 'device_config.hotspot_enabled', /true or false/],
  [config({ preferred_network: 'pigeon' }), 'device_config.preferred_network', /one of: auto/],
  [config({ primary_use: 'fun' }), 'device_config.primary_use', /one of: personal/],
  [config({ turbo: true }), 'device_config.turbo', /not known/],
  [{ status: 'active' }, 'status', /not known/],
]

const REFUSED: Readonly<Record<string, readonly Refused[]>> = {
  transfer: [
    ...[1, { $gt: 0 }, undefined, '', '-1.00', '0', '0.00', '1.001', '1e400', 'NaN', 'Infinity', '0x10'].map(
      (amount) => [{ ...unified, amount }, 'amount'] as const,
    ),
    ...['1,000.00', '١٢', '9'.repeat(1_000)].map((amount) => [{ ...unified, amount }, 'amount'] as const),
    [{ ...unified, amount: '10000.01' }, 'amount', 'Send at most $10,000 at once.'],
    ...['0.009999', '1.0000001'].map(
      (amount) => [{ ...unified, currency: 'YUT', amount }, 'amount'] as const,
    ),
    ...['EUR', undefined].map((currency) => [{ ...unified, currency }, 'currency'] as const),
    ...[undefined, '  ', ['grace'], 'g'.repeat(321)].map(
      (to) => [{ ...unified, to_user_identifier: to }, 'to_user_identifier'] as const,
    ),
    ...['x'.repeat(201), 5, 'a\u0000b', '\u001b[2J', 'a\u0085b'].map(
      (message) => [{ ...unified, message }, 'message'] as const,
    ),
  ],
  sendTransfer: [
    ...['100', 100.5, 99, 1_000_001, -100, 0, null, true, Number.POSITIVE_INFINITY].map(
      (amount) => [{ ...inCents, amount }, 'amount'] as const,
    ),
    [{ amount: 100 }, 'to_user_identifier'],
    [{ ...inCents, currency: 'USD' }, 'currency'],
    [{ ...inCents, message: 'x'.repeat(201) }, 'message'],
    ...['x'.repeat(201), '\u0000'].map(
      (description) => [{ ...inCents, description }, 'description'] as const,
    ),
  ],
  requestTransfer: [
    ...[undefined, '  ', 5].map(
      (from) => [{ ...ask, from_user_identifier: from }, 'from_user_identifier', NOBODY] as const,
    ),
    ...[0.99, '5000.01'].map((amount) => [{ ...ask, amount }, 'amount', RANGE] as const),
    ...[undefined, -5, '1.001', 'ten'].map((amount) => [{ ...ask, amount }, 'amount', /dollars/] as const),
    [{ ...ask, message: 'x'.repeat(201) }, 'message', 'The message can have at most 200 characters.'],
    [{ ...ask, message: 5 }, 'message'],
    [{ ...ask, description: 'x'.repeat(201) }, 'description', /200/],
    [{ ...ask, currency: 'YUT' }, 'currency', /not known/],
  ],
  respondToTransferRequest: [
    [{}, 'action'],
    [{ action: 'pay' }, 'action'],
    [{ action: null }, 'action'],
    [{ action: 'approve', amount: 1 }, 'amount', /not known/],
  ],
  provisionProfile: [
    ...REFUSED_OF_DEVICES,
    [{ device_info: { model: 'x'.repeat(81) } }, 'device_info.model', /at most 80/],
    [{ iccid: '89' }, 'iccid', /not known/],
  ],
  updateEsimProfile: [
    ...REFUSED_OF_DEVICES.map(([body, field, sentence]): Refused => [
      { ...(field !== 'device_label' && { device_label: 'Phone' }), ...body },
      field,
      sentence,
    ]),
    [{}, 'device_label', /Change at least one/],
    [{ plan_name: 'Standard', monthly_cost_cents: 3_500 }, 'plan_type', 'Choose a plan.'],
    [{ plan_type: 'standard', monthly_cost_cents: 0.5 }, 'monthly_cost_cents', /whole number of cents/],
  ],
}

const refusedCases = Object.entries(REFUSED).flatMap(([id, cases]) =>
  cases.map(([body, field, sentence = /./]) => ({ id, body, field, sentence })),
)

const TAKEN = [
  ['requestTransfer', { ...ask, message: '–'.repeat(200) }],
  ['requestTransfer', { ...ask, message: '👍'.repeat(100), from_user_identifier: 'GRACE@youtility.example' }],
  ['provisionProfile', { device_label: '–'.repeat(60) }],
  ['transfer', { ...unified, amount: '10000.00' }],
  ['transfer', { ...unified, currency: 'YUT', amount: '10000.000001' }],
  ['sendTransfer', { ...inCents, amount: 1_000_000 }],
] as const

describe('the contract', () => {
  it.each(refusedCases)('of $id refuses $body for its $field', ({ id, body, field, sentence }) => {
    const schema = TABLE.find((one) => one.id === id)?.body
    if (!schema) throw new Error(`${id} takes no body`)
    const fields = refusalsOf(schema, body)
    expect(Object.keys(fields)).toEqual([field])
    expect(fields[field]).toMatch(sentence)
  })

  it.each(TAKEN)('of %s takes as much as it says: %j', (id, body) => {
    expect(refusalsOf(operations[id].body, body)).toEqual({})
  })

  it('knows an id in capitals, refuses what is none, and every operation on an id asks this', () => {
    const id = '3f2b8e0e-6f1b-4c35-9f2e-0a1b2c3d4e5f'
    expect(parseRequest(ById, 'path', { id: id.toUpperCase() })).toEqual({ id })
    for (const { path, params } of TABLE.filter((one) => one.path.includes('{id}')))
      for (const none of ['nonsense', '1', '\u0000', "'; drop table app.telecom_device; --"])
        expect(params && refusalsOf(params, { id: none }, 'path'), path).toHaveProperty('id')
  })

  it.each([
    ['getDailyUsage', ['days=0', 'days=91', 'days=x', 'days=-1', 'days=1.5', 'day=3']],
    ['listTelecomActivity', ['limit=0', 'limit=101', `cursor=${'9'.repeat(201)}`]],
  ] as const)('of %s refuses the queries %j', (id, queries) => {
    for (const query of queries)
      expect(
        refusalsOf(operations[id].query, Object.fromEntries(new URLSearchParams(query)), 'query'),
        query,
      ).not.toEqual({})
  })
})
