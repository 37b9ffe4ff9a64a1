import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { provisions, profilesOf, puts } from '../../support/device-calls.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { refusal } from '../../support/wallet-calls.ts'

type Member = Awaited<ReturnType<TestServer['signIn']>>
let server: TestServer
let ada: Member
let deviceId = ''
beforeAll(async () => {
  server = await startTestServer({ env: { SEED: 'none', SANDBOX_MINUTE_SECONDS: '60' } })
  ada = await server.signIn('ada')
  deviceId = (await provisions(ada, { device_label: 'Phone' })).id
})
afterAll(() => server?.stop())

const LABEL = 'Enter a label for the device.'

const devices = [
  ['a blank label', { device_label: '  ' }, 'device_label', LABEL],
  ['an empty label', { device_label: '' }, 'device_label', LABEL],
  ['a label that is none', { device_label: 5 }, 'device_label', /is a text/],
  ['too long a label', { device_label: 'x'.repeat(61) }, 'device_label', /at most 60 characters/],
  ['control characters', { device_label: 'a\u0000b' }, 'device_label', /control characters/],
  ['an unknown type', { device_type: 'toaster' }, 'device_type', /one of: smartphone, tablet/],
  ['an unknown plan', { plan_type: 'gold' }, 'plan_type', /one of: data_only_5gb/],
  ['a null plan', { plan_type: null }, 'plan_type', /one of/],
  [
    'a setting of the wrong type',
    { device_config: { hotspot_enabled: 'yes' } },
    'device_config.hotspot_enabled',
    /true or false/,
  ],
  [
    'an unknown network',
    { device_config: { preferred_network: 'pigeon' } },
    'device_config.preferred_network',
    /one of: auto/,
  ],
  [
    'an unknown use',
    { device_config: { primary_use: 'fun' } },
    'device_config.primary_use',
    /one of: personal/,
  ],
  ['an unknown setting', { device_config: { turbo: true } }, 'device_config.turbo', /not known/],
  ['an unknown field', { status: 'active' }, 'status', /not known/],
] as const

describe('POST /api/mvno/esim/provision', () => {
  it.each([
    ...devices,
    ['too long a model', { device_info: { model: 'x'.repeat(81) } }, 'device_info.model', /at most 80/],
    ['an ICCID of its own', { iccid: '89' }, 'iccid', /not known/],
  ] as const)('%s', async (_what, body, field, sentence) => {
    const before = await profilesOf(ada)
    const answer = await refusal(await ada.post('/api/mvno/esim/provision', body))
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(answer.fields?.[field]).toMatch(sentence)
    expect(await profilesOf(ada)).toEqual(before)
  })

  it('takes sixty characters in any script', async () => {
    const { device_label: label } = await provisions(ada, { device_label: '–'.repeat(60) })
    expect(label).toBe('–'.repeat(60))
  })

  it.each([{ device_label: 'Ada\ud83d' }, { device_config: { device_nickname: '\udc00' } }])(
    'refuses half a character, here and at a change: %o',
    async (body) => {
      const before = await profilesOf(ada)
      for (const answer of [
        await ada.post('/api/mvno/esim/provision', body),
        await puts(ada, deviceId, body),
      ])
        expect(await refusal(answer)).toMatchObject({ status: 400, code: 'invalid_characters' })
      expect(await profilesOf(ada)).toEqual(before)
    },
  )

  it('counts a label as it is kept: composed', async () => {
    const { id, device_label: label } = await provisions(ada, { device_label: 'e\u0301'.repeat(60) })
    expect(label).toBe('é'.repeat(60))
    expect((await puts(ada, id, { device_label: 'u\u0308'.repeat(60) })).status).toBe(200)
    expect((await profilesOf(ada)).find((device) => device.id === id)?.device_label).toBe('ü'.repeat(60))
  })
})

describe('PUT /api/mvno/esim/profiles/{id}', () => {
  it.each([
    ...devices,
    ['nothing', {}, 'device_label', /Change at least one/],
    [
      'a plan without its type',
      { plan_name: 'Standard', monthly_cost_cents: 3_500 },
      'plan_type',
      'Choose a plan.',
    ],
    [
      'parts of a cent',
      { plan_type: 'standard', monthly_cost_cents: 0.5 },
      'monthly_cost_cents',
      /whole number of cents/,
    ],
    ['a status', { device_label: 'X', status: 'active' }, 'status', /not known/],
  ] as const)('%s', async (_what, body, field, sentence) => {
    const before = await profilesOf(ada)
    const answer = await refusal(await puts(ada, deviceId, body))
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(answer.fields?.[field]).toMatch(sentence)
    expect(await profilesOf(ada)).toEqual(before)
  })

  it('changes nothing of a request that is refused in part', async () => {
    const before = await profilesOf(ada)
    const body = { device_label: 'Renamed', plan_type: 'unlimited', monthly_cost_cents: 1 }
    expect((await refusal(await puts(ada, deviceId, body))).status).toBe(422)
    expect(await profilesOf(ada)).toEqual(before)
  })
})

describe('ids and queries', () => {
  it.each(['nonsense', '1', '%00', "'; drop table app.telecom_device; --"])(
    'an id that is none: %s',
    async (id) => {
      const device = `/api/mvno/esim/profiles/${encodeURIComponent(id)}`
      const insight = `/api/mvno/ai-insights/${encodeURIComponent(id)}`
      const answers = await Promise.all([
        ...['suspend', 'resume', 'retry'].map((what) => ada.post(`${device}/${what}`)),
        ...['apply', 'dismiss'].map((what) => ada.post(`${insight}/${what}`)),
        ada.fetch(device, { method: 'DELETE' }),
        ada.fetch(`${device}/activation`),
        ada.fetch(`/api/mvno/diagnostics/${encodeURIComponent(id)}`),
      ])
      for (const response of answers) expect((await refusal(response)).status).toBe(400)
    },
  )

  it('knows an id in capitals', async () => {
    expect((await puts(ada, deviceId.toUpperCase(), { device_label: 'Capital' })).status).toBe(200)
  })

  it.each(['days=0', 'days=91', 'days=x', 'days=-1', 'days=1.5', 'day=3'])(
    'usage/daily?%s',
    async (query) => {
      const answer = await refusal(await ada.fetch(`/api/mvno/usage/daily?${query}`))
      expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    },
  )

  it.each(['limit=0', 'limit=101', 'cursor=x', 'cursor=1.', `cursor=${'9'.repeat(201)}`])(
    'activity?%s',
    async (query) => {
      const response = await ada.fetch(`/api/mvno/activity?${query}`)
      expect((await refusal(response)).status).toBe(400)
    },
  )
})
