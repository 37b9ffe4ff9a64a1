import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { provisions, profilesOf, puts } from '../support/device-calls.ts'
import { signedIn, testServer } from '../support/test-server.ts'
import { refusal } from '../support/wallet-calls.ts'

/**
 * What reaches a handler and is refused there. What the contract refuses before is in unit/api/wrong-bodies, and how
 * requests of any kind are refused in api/bad-input.
 */
let deviceId = ''
/** What members set about Ada's devices; the carrier goes on meanwhile: it activates, and counts. */
const devices = async () =>
  (await profilesOf(ada)).map(({ id, device_label, device_type, device_config, plan_type }) => ({
    id,
    device_label,
    device_type,
    device_config,
    plan_type,
  }))
const server = testServer({ env: { SANDBOX_MINUTE_SECONDS: '60' } })
const ada = signedIn(server, 'ada')
beforeAll(async () => {
  deviceId = (await provisions(ada, { device_label: 'Phone' })).id
})

/** No test of this file may append to the ledger. */
let head: bigint
beforeEach(async () => {
  head = await server.ledger.store.head()
})
afterEach(async () => {
  expect(await server.ledger.store.head()).toBe(head)
})

const unified = { to_user_identifier: 'grace', currency: 'USD', amount: '1.00' }
const to = (identifier: string) => ({ ...unified, to_user_identifier: identifier })
const from = (identifier: string) => ({ from_user_identifier: identifier, amount: 10 })

it.each([
  ['transfer', to('@ADA'), 422, 'recipient_is_sender', 'to_user_identifier'],
  ['transfer', to('@nobody'), 404, 'recipient_not_found', 'to_user_identifier'],
  ['transfer', to("';--\u0000"), 404, 'recipient_not_found', 'to_user_identifier'],
  ['transfer', { ...unified, amount: '999999999999999.00' }, 400, 'invalid_request', 'amount'],
  ['transfer', { ...unified, amount: '2500.01' }, 422, 'insufficient_funds', 'amount'],
  ['transfer', { ...unified, currency: 'YUT', amount: '500.000001' }, 422, 'insufficient_funds', 'amount'],
  ['transfer', { ...unified, currency: 'USDC' }, 422, 'insufficient_funds', 'amount'],
  ['request-transfer', from('nobody_here'), 404, 'payer_not_found', 'from_user_identifier'],
  ['request-transfer', from('x@example.com'), 404, 'payer_not_found', 'from_user_identifier'],
  ['request-transfer', from('@ADA'), 422, 'payer_is_requester', 'from_user_identifier'],
] as const)('%s of %j is %i and says which field is at fault', async (path, body, status, code, field) => {
  const answer = await refusal(await ada.post(`/api/wallet/${path}`, body))
  expect(answer).toMatchObject({ status, code, fields: { [field]: answer.error } })
})

it.each(['x', '1.'])('the cursor %s is 400', async (cursor) => {
  expect((await refusal(await ada.fetch(`/api/mvno/activity?cursor=${cursor}`))).status).toBe(400)
})

describe('a device', () => {
  it.each([{ device_label: 'Ada\ud83d' }, { device_config: { device_nickname: '\udc00' } }])(
    'refuses half a character at its order and at a change: %o',
    async (body) => {
      const before = await devices()
      for (const answer of [
        await ada.post('/api/mvno/esim/provision', body),
        await puts(ada, deviceId, body),
      ])
        expect(await refusal(answer)).toMatchObject({ status: 400, code: 'invalid_characters' })
      expect(await devices()).toEqual(before)
    },
  )

  it('counts a label as it is kept: composed', async () => {
    const { id, device_label: label } = await provisions(ada, { device_label: 'e\u0301'.repeat(60) })
    expect(label).toBe('é'.repeat(60))
    expect((await puts(ada, id.toUpperCase(), { device_label: 'u\u0308'.repeat(60) })).status).toBe(200)
    expect((await profilesOf(ada)).find((device) => device.id === id)?.device_label).toBe('ü'.repeat(60))
  })

  it('changes nothing of a request that is refused in part', async () => {
    const before = await devices()
    const body = { device_label: 'Renamed', plan_type: 'unlimited', monthly_cost_cents: 1 }
    expect((await refusal(await puts(ada, deviceId, body))).status).toBe(422)
    expect(await devices()).toEqual(before)
  })
})
