import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../events/calendar.ts'
import { partsOf } from '../../../api/devices/activation.ts'
import type { Carrier, LineOrder } from '../../../api/devices/carrier.ts'
import { NEVER_SENT } from '../../support/never-sent.ts'
import { hourFloor } from '../../../api/devices/cycle.ts'

export interface CarrierHarness {
  readonly carrier: Carrier
  readonly now: () => Date
  /** Completes all pending work of the carrier. */
  readonly settle: () => void
  /** Ensures usage of the line in the past hours from `from` up to `until`. */
  readonly use: (reference: string, from: Date, until: Date) => void
  readonly stop: () => Promise<void>
}

/** The contract of every carrier. */
export const carrierContract = (name: string, start: () => Promise<CarrierHarness>): void => {
  describe(`a carrier: ${name}`, () => {
    let harness: CarrierHarness
    let carrier: Carrier
    beforeAll(async () => {
      harness = await start()
      carrier = harness.carrier
    })
    afterAll(() => harness?.stop())

    const orderOf = (more: Partial<LineOrder> = {}): LineOrder => ({
      orderId: randomUUID(),
      deviceType: 'smartphone',
      orderedAt: harness.now(),
      label: 'Phone',
      attempt: 1,
      sending: NEVER_SENT,
      ...more,
    })
    const activeLine = async () => {
      const order = orderOf()
      const reference = await carrier.order(order)
      harness.settle()
      return { order, reference }
    }
    const stateOf = async (reference: string) => (await carrier.look(reference)).state

    it('sets a line up after a while, with an ICCID and a number in E.164', async () => {
      const reference = await carrier.order(orderOf())
      expect(await stateOf(reference)).toBe('pending')
      expect(await carrier.usage(reference, hourFloor(harness.now()), harness.now())).toEqual([])
      harness.settle()
      const report = await carrier.look(reference)
      expect(report).toMatchObject({ state: 'active', iccid: expect.stringMatching(/^89\d{16,18}$/) })
      if (report.state === 'active') expect(report.msisdn).toMatch(/^\+[1-9]\d{6,14}$/)
    })

    it('makes one line of one order, however often it is placed', async () => {
      const order = orderOf()
      const first = await carrier.order(order)
      expect(await carrier.order({ ...order, label: 'Renamed' })).toBe(first)
      harness.settle()
      expect(await carrier.order(order)).toBe(first)
      expect(await carrier.order(orderOf())).not.toBe(first)
    })

    it('gives lines of their own ICCIDs and numbers', async () => {
      const reports = []
      for (let each = 0; each < 3; each += 1) reports.push(await carrier.look((await activeLine()).reference))
      const ids = reports.flatMap((report) =>
        report.state === 'active' ? [report.iccid, report.msisdn] : [],
      )
      expect(new Set(ids).size).toBe(6)
    })

    it('suspends and resumes, as often as it is told', async () => {
      const { reference } = await activeLine()
      for (const [act, state] of [
        ['suspend', 'suspended'],
        ['suspend', 'suspended'],
        ['resume', 'active'],
        ['resume', 'active'],
        ['suspend', 'suspended'],
      ] as const) {
        await carrier[act](reference)
        harness.settle()
        expect(await stateOf(reference)).toBe(state)
      }
    })

    it('gives the activation code of a line, the same every time and no other line has it', async () => {
      const [{ reference }, other] = [await activeLine(), await activeLine()]
      const code = await carrier.activationCode(reference)
      expect(partsOf(code ?? '')).toMatchObject({ smdp_address: expect.stringMatching(/\.example$/) })
      expect(await carrier.activationCode(reference)).toBe(code)
      expect(await carrier.activationCode(other.reference)).not.toBe(code)
    })

    it('ends a line, also twice, also one of whose order only the id is known, also one that never was', async () => {
      const { order, reference } = await activeLine()
      const line = { orderId: order.orderId, reference }
      expect(await carrier.release(line)).toBe('released')
      expect(await stateOf(reference)).toBe('ended')
      expect(await carrier.activationCode(reference)).toBeNull()
      expect(await carrier.release(line)).toBe('released')

      const lost = await activeLine()
      await carrier.release({ orderId: lost.order.orderId, reference: null })
      expect(await stateOf(lost.reference)).toBe('ended')
      expect(await carrier.release({ orderId: randomUUID(), reference: null })).toBe('released')
    })

    it('counts usage by the hour: whole numbers, in the hours asked for, the same every time', async () => {
      const { reference } = await activeLine()
      const from = hourFloor(harness.now())
      const until = new Date(from.getTime() + 30 * HOUR_MS)
      harness.use(reference, from, until)
      const whole = await carrier.usage(reference, from, until)
      expect(whole.length).toBeGreaterThan(3)
      for (const { hour, ...counted } of whole) {
        expect(hour.getTime() % HOUR_MS).toBe(0)
        expect(hour >= from && hour < until).toBe(true)
        for (const count of Object.values(counted)) {
          expect(Number.isSafeInteger(count)).toBe(true)
          expect(count).toBeGreaterThanOrEqual(0)
        }
      }
      expect(new Set(whole.map(({ hour }) => hour.getTime())).size).toBe(whole.length)
      expect(await carrier.usage(reference, from, until)).toEqual(whole)
      // Reading the range in two parts gives the same result.
      const middle = new Date(from.getTime() + 11 * HOUR_MS)
      const parts = [
        ...(await carrier.usage(reference, from, middle)),
        ...(await carrier.usage(reference, middle, until)),
      ]
      expect(parts).toEqual(whole)
    })

    it('knows up to when its counts are complete: a full hour that is over', () => {
      const now = new Date('2026-11-21T10:59:59.999Z')
      const settled = carrier.settledUntil(now)
      expect(settled.getTime() % HOUR_MS).toBe(0)
      expect(settled.getTime()).toBeLessThanOrEqual(now.getTime())
    })

    it('measures a line', async () => {
      const { reference } = await activeLine()
      const up = await carrier.diagnose(reference, harness.now())
      expect(up.connectivity).not.toBe('none')
      expect(up.checks.length).toBeGreaterThan(0)
      if (up.signalDbm !== null) expect(up.signalDbm).toBeLessThan(-30)
    })

    it('answers of a line that it does not know that it has ended', async () => {
      expect(await stateOf(randomUUID())).toBe('ended')
    })
  })
}
