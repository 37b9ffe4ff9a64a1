import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceOperations } from '../../../api/contract/device-operations.ts'
import { eventually } from '../../support/read-models.ts'
import { becomes, deletes, profileOf, provisions, subscriberOf } from '../../support/device-calls.ts'
import { API_KEY, startTelnyxFake, type TelnyxFake } from '../../support/telnyx/fake.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { refusal } from '../../support/wallet-calls.ts'

let fake: TelnyxFake
let server: TestServer
beforeAll(async () => {
  fake = await startTelnyxFake()
  server = await startTestServer({ env: { SEED: 'none', TELNYX_API_KEY: API_KEY, TELNYX_API_URL: fake.url } })
})
afterAll(async () => {
  await server?.stop()
  await fake?.stop()
})

describe('with Telnyx', () => {
  it('a device is an eSIM bought there, from its order to its end', async () => {
    const ada = await server.signIn('ada')
    expect(await subscriberOf(ada)).toMatchObject({ sandbox: false, test_labels: [] })
    const { id } = await provisions(ada, { device_label: 'Test: fails' })
    await eventually(() => fake.sims.size === 1, 'the eSIM is bought')
    fake.settle()
    const active = await becomes(ada, id, 'active')
    const [sim] = fake.sims.values()
    expect(active).toMatchObject({ iccid: sim?.iccid, msisdn: `+${sim?.msisdn}` })

    const path = `/api/mvno/esim/profiles/${id}`
    const activation = deviceOperations.getActivation.response.parse(
      await (await ada.fetch(`${path}/activation`)).json(),
    )
    expect(activation.smdp_address).toBe('smdp.telnyx.example')
    expect(server.logged()).not.toContain(activation.matching_id)
    if (sim) sim.installed = true
    expect((await refusal(await ada.fetch(`${path}/activation`))).code).toBe('activation_not_ready')

    await ada.post(`${path}/suspend`)
    await eventually(() => sim?.status === 'disabling', 'Telnyx is told')
    fake.settle()
    await becomes(ada, id, 'suspended')

    fake.failNext(503, '10007', 2)
    const { subscriber_id: subscriber } = await subscriberOf(ada)
    const away = await ada.fetch(`/api/mvno/diagnostics/${subscriber}`)
    expect(away.headers.get('Retry-After')).toBe('5')
    expect(await refusal(away)).toMatchObject({ status: 503, code: 'carrier_unavailable' })

    await deletes(ada, id)
    await eventually(() => fake.sims.size === 0, 'the eSIM is given back')
  })

  it('an order whose answer was lost buys no second eSIM, and a line that ends meanwhile keeps none', async () => {
    const ada = await server.signIn('ada')
    const bought = () => fake.requests.filter(({ path }) => path.endsWith('/purchase/esims')).length
    const looks = () =>
      fake.requests.filter(({ path, method }) => method === 'GET' && path === '/v2/sim_cards').length
    const before = bought()
    for (const isEnded of [false, true]) {
      const appears = fake.listLate()
      fake.loseNextAnswer()
      const { id } = await provisions(ada)
      await eventually(() => bought() > before + Number(isEnded), 'an eSIM is ordered')
      if (isEnded) await deletes(ada, id)
      const seen = looks()
      await eventually(() => looks() >= seen + 2, 'it is looked for again', 30_000)
      expect(bought()).toBe(before + 1 + Number(isEnded))
      appears()
      if (isEnded) await eventually(() => fake.sims.size === 1, 'its eSIM is given back', 30_000)
      else {
        await eventually(
          async () => {
            fake.settle()
            return (await profileOf(ada, id))?.status === 'active'
          },
          'the line is active',
          30_000,
        )
      }
    }
    expect(bought()).toBe(before + 2)
  })
})
