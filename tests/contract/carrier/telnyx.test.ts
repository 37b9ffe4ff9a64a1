import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../events/calendar.ts'
import {
  CarrierRefused,
  CarrierUnavailable,
  type Carrier,
  type OrderSending,
} from '../../../api/devices/carrier.ts'
import { createTelnyxCarrier } from '../../../api/devices/telnyx/carrier.ts'
import { API_KEY, startTelnyxFake, type TelnyxFake } from '../../support/telnyx/fake.ts'
import { NEVER_SENT } from '../../support/never-sent.ts'
import { carrierContract } from './contract.ts'

const GROUP = '7c9f1b52-2b0a-4f0e-9d6b-1a2b3c4d5e6f'
const carrierOf = (fake: TelnyxFake, apiKey = API_KEY): Carrier =>
  createTelnyxCarrier({ apiKey, simCardGroupId: GROUP, apiUrl: fake.url })

carrierContract('telnyx', async () => {
  const fake = await startTelnyxFake()
  return {
    carrier: carrierOf(fake),
    now: () => new Date('2026-11-18T12:00:00Z'),
    settle: fake.settle,
    use: (reference, from, until) => {
      // Two sessions an hour, of fractions of a MB.
      for (let at = from.getTime(); at < until.getTime(); at += HOUR_MS / 2)
        fake.record(reference, new Date(at + 1_000).toISOString(), 0.3, 1.25)
    },
    stop: fake.stop,
  }
})

describe('the Telnyx adapter', () => {
  let fake: TelnyxFake
  let carrier: Carrier
  beforeAll(async () => {
    fake = await startTelnyxFake()
  })
  beforeEach(() => {
    carrier = carrierOf(fake)
  })
  afterAll(() => fake?.stop())

  const order = (orderId = randomUUID(), sending: OrderSending = NEVER_SENT) =>
    carrier.order({
      sending,
      orderId,
      deviceType: 'smartphone',
      orderedAt: new Date(),
      label: "Ada's phone",
      attempt: 1,
    })

  it('looks for the order by its tag, then buys one eSIM with it; the label stays with us', async () => {
    const orderId = randomUUID()
    const reference = await order(orderId)
    const tag = `youtility-order-${orderId}`
    expect(fake.requests.slice(-2)).toEqual([
      {
        method: 'GET',
        path: '/v2/sim_cards',
        query: { 'filter[tags]': tag, 'page[number]': '1', 'page[size]': '250' },
        body: undefined,
      },
      {
        method: 'POST',
        path: '/v2/actions/purchase/esims',
        query: {},
        body: { amount: 1, status: 'enabled', tags: [tag], sim_card_group_id: GROUP },
      },
    ])
    expect(fake.sims.has(reference)).toBe(true)
    expect(JSON.stringify(fake.requests)).not.toContain('Ada')
  })

  it('buys no second eSIM while one that was ordered without an answer may still come', async () => {
    const orderId = randomUUID()
    const noted: string[] = []
    const sending = (unansweredMs: number | null): OrderSending => ({
      unansweredMs,
      begin: async () => void noted.push('begin'),
      undo: async () => void noted.push('undo'),
    })
    const purchases = () => fake.requests.filter(({ path }) => path.endsWith('/purchase/esims')).length
    const before = purchases()
    const appears = fake.listLate()
    fake.loseNextAnswer()
    await expect(order(orderId, sending(null))).rejects.toThrow(CarrierUnavailable)
    expect([purchases() - before, noted]).toEqual([1, ['begin']])
    await expect(order(orderId, sending(1_000))).rejects.toThrow(/may still come/)
    expect(purchases() - before).toBe(1)
    appears()
    const reference = await order(orderId, sending(60_000))
    expect(fake.sims.get(reference)?.tags).toEqual([`youtility-order-${orderId}`])
    expect([purchases() - before, noted]).toEqual([1, ['begin']])
    // One that never came is bought later.
    await order(randomUUID(), sending(11 * 60_000))
    expect([purchases() - before, noted]).toEqual([2, ['begin', 'begin']])
    fake.failPurchase(429, '10011')
    await expect(order(randomUUID(), sending(null))).rejects.toThrow(CarrierUnavailable)
    expect(noted.at(-1)).toBe('undo')
  })

  it('does not end a line for good while its eSIM may still come', async () => {
    const orderId = randomUUID()
    const appears = fake.listLate()
    fake.loseNextAnswer()
    await expect(order(orderId)).rejects.toThrow(CarrierUnavailable)
    const line = { orderId, reference: null }
    expect(await carrier.release({ ...line, unansweredMs: 1_000 })).toBe('pending')
    appears()
    expect(await carrier.release({ ...line, unansweredMs: 2_000 })).toBe('released')
    expect([...fake.sims.values()].filter(({ tags }) => tags.includes(`youtility-order-${orderId}`))).toEqual(
      [],
    )
    expect(await carrier.release({ ...line, unansweredMs: null })).toBe('released')
  })

  it('finds the eSIM of an order whose answer was lost', async () => {
    const orderId = randomUUID()
    const before = fake.sims.size
    fake.loseNextAnswer()
    await expect(order(orderId)).rejects.toThrow(CarrierUnavailable)
    const reference = await order(orderId)
    expect(fake.sims.size).toBe(before + 1)
    expect(fake.sims.get(reference)?.tags).toEqual([`youtility-order-${orderId}`])
  })

  it('tells what is refused for good from what may work later, and quotes nothing', async () => {
    fake.failNext(422, '10015')
    await expect(order()).rejects.toMatchObject({ name: 'CarrierRefused', code: 'provisioning_failed' })
    for (const status of [401, 403, 429, 500, 503]) {
      fake.failNext(status, '10009')
      const failure = await order().catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(CarrierUnavailable)
      expect(failure).not.toBeInstanceOf(CarrierRefused)
      expect(`${String(failure)} ${JSON.stringify(failure)}`).not.toMatch(/5550100|KEY_fake/)
    }
    await expect(carrierOf(fake, 'KEY_wrong').look(randomUUID())).rejects.toThrow(CarrierUnavailable)
  })

  it('asks to enable and disable only what is not so or on its way', async () => {
    const reference = await order()
    fake.settle()
    const acts = () =>
      fake.requests
        .filter(({ path }) => path.startsWith(`/v2/sim_cards/${reference}/actions/`))
        .map(({ path }) => path.split('/').at(-1))
    await carrier.suspend(reference)
    await carrier.suspend(reference)
    expect((await carrier.look(reference)).state).toBe('pending')
    fake.settle()
    await carrier.suspend(reference)
    await carrier.resume(reference)
    expect(acts()).toEqual(['disable', 'enable'])
  })

  it('takes what Telnyx stops by itself for suspended, and a status of tomorrow for pending', async () => {
    const reference = await order()
    const sim = fake.sims.get(reference)
    if (!sim) throw new Error('no eSIM')
    for (const [status, state] of [
      ['data_limit_exceeded', 'suspended'],
      ['unauthorized_imei', 'suspended'],
      ['standby', 'suspended'],
      ['setting_standby', 'pending'],
      ['brand_new_status', 'pending'],
    ] as const) {
      sim.status = status
      expect((await carrier.look(reference)).state).toBe(state)
    }
  })

  it('has no code of an eSIM that is installed, and gives it up as lost', async () => {
    const orderId = randomUUID()
    const reference = await order(orderId)
    const sim = fake.sims.get(reference)
    if (!sim) throw new Error('no eSIM')
    sim.installed = true
    expect(await carrier.activationCode(reference)).toBeNull()
    await carrier.release({ orderId, reference })
    expect(fake.sims.has(reference)).toBe(false)
    expect(fake.requests.at(-1)).toMatchObject({ method: 'DELETE', query: { report_lost: 'true' } })
  })

  it('adds up sessions by the hour, from all pages, in kB', async () => {
    const reference = await order()
    const from = new Date('2026-11-10T00:00:00Z')
    for (let minute = 0; minute < 10; minute += 1)
      fake.record(reference, `2026-11-10T05:0${minute}:00.000Z`, 1, 0.5)
    fake.record(reference, '2026-11-10T06:00:00.000Z', 0, 2)
    fake.record(reference, '2026-11-11T00:00:00.000Z', 9, 9)
    expect(await carrier.usage(reference, from, new Date('2026-11-11T00:00:00Z'))).toEqual([
      { hour: new Date('2026-11-10T05:00:00Z'), calls: 0, voiceMinutes: 0, sms: 0, dataKb: 15 * 1_024 },
      { hour: new Date('2026-11-10T06:00:00Z'), calls: 0, voiceMinutes: 0, sms: 0, dataKb: 2 * 1_024 },
    ])
    expect(carrier.settledUntil(new Date('2026-11-10T12:30:00Z'))).toEqual(new Date('2026-11-10T10:00:00Z'))
  })

  it('measures by the data session and the newest registration', async () => {
    const reference = await order()
    const sim = fake.sims.get(reference)
    if (!sim) throw new Error('no eSIM')
    const now = new Date('2026-11-21T12:00:00Z')
    sim.session = 'disconnected'
    expect((await carrier.diagnose(reference, now)).connectivity).toBe('none')
    sim.seenAt = '2026-11-21T11:30:00Z'
    expect(await carrier.diagnose(reference, now)).toMatchObject({
      connectivity: 'fair',
      lastSeen: new Date(sim.seenAt),
    })
    sim.session = 'connected'
    expect((await carrier.diagnose(reference, now)).connectivity).toBe('good')
  })
})

describe("the Telnyx adapter in an account with other applications' cards", () => {
  let fake: TelnyxFake
  let carrier: Carrier
  beforeEach(async () => {
    fake = await startTelnyxFake()
    carrier = carrierOf(fake)
  })
  afterEach(() => fake.stop())

  const order = (orderId: string) =>
    carrier.order({
      orderId,
      deviceType: 'smartphone',
      orderedAt: new Date(),
      label: "Ada's phone",
      attempt: 1,
      sending: NEVER_SENT,
    })
  const changes = () => fake.requests.filter(({ method }) => method !== 'GET')

  it('orders and releases its own card alone, also where Telnyx ignores the filter', async () => {
    const others = Array.from({ length: 5 }, () => fake.foreign())
    fake.ignoreFilters()
    const [mine, second] = [randomUUID(), randomUUID()]
    const reference = await order(mine)
    expect(others).not.toContain(reference)
    // The order is found on the second page, behind the others, so nothing is bought twice.
    expect(await order(mine)).toBe(reference)
    const neighbour = await order(second)
    expect(neighbour).not.toBe(reference)

    await carrier.release({ orderId: mine, reference: null })
    expect([...fake.sims.keys()].toSorted()).toEqual([...others, neighbour].toSorted())
    await carrier.release({ orderId: randomUUID(), reference: null })
    await carrier.release({ orderId: second, reference: neighbour })
    expect([...fake.sims.keys()].toSorted()).toEqual(others.toSorted())
    expect(changes().filter(({ method }) => method === 'DELETE')).toHaveLength(2)
  })

  it('neither reads, changes nor deletes a card without its tag, whoever refers to it', async () => {
    const stranger = fake.foreign()
    const uses = [
      () => carrier.look(stranger),
      () => carrier.suspend(stranger),
      () => carrier.resume(stranger),
      () => carrier.activationCode(stranger),
      () => carrier.usage(stranger, new Date('2026-11-10T00:00:00Z'), new Date('2026-11-11T00:00:00Z')),
      () => carrier.diagnose(stranger, new Date()),
      () => carrier.release({ orderId: randomUUID(), reference: stranger }),
    ]
    for (const use of uses) await expect(use()).rejects.toThrow(CarrierUnavailable)
    expect(changes()).toEqual([])
    expect(fake.requests.some(({ path }) => path.endsWith('/activation_code'))).toBe(false)
    expect(fake.sims.has(stranger)).toBe(true)
  })

  it("deletes no card of another order of ours under this order's name", async () => {
    const reference = await order(randomUUID())
    await expect(carrier.release({ orderId: randomUUID(), reference })).rejects.toThrow(CarrierUnavailable)
    expect(fake.sims.has(reference)).toBe(true)
  })
})
