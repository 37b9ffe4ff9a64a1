import type { Carrier } from '../../../../api/devices/carrier.ts'
import { CarrierRefused, CarrierUnavailable } from '../../../../api/devices/carrier.ts'
import { derivedId, type Clock } from '../../../../events/ids.ts'
import type { Fault } from '../../../support/memory-store.ts'

interface CarrierLine {
  readonly readyAt: number
  readonly fails: boolean
  suspended: boolean
  released: boolean
}

const orderIdOf = (deviceId: string, attempt: number): string =>
  derivedId('telecom-order', deviceId, String(attempt))

/** A line is set up two to five minutes after it was ordered. */
const readyAt = (orderId: string, orderedAt: number): number =>
  orderedAt + 120_000 + (Number.parseInt(orderId.slice(0, 4), 16) % 180) * 1_000

/** Since when the line of an attempt is set up, ms; null when it is not yet. */
export const isReady = (deviceId: string, attempt: number, orderedAt: number, now: number): number | null => {
  const at = readyAt(orderIdOf(deviceId, attempt), orderedAt)
  return at <= now ? at : null
}

const never = (): never => {
  throw new Error('The model does not do this')
}

/**
 * A carrier that does at once what it is told, except for setting up a line. Where it fails, nothing was done, or only
 * its answer was lost. A label decides about an order, see `LABELS`.
 */
export const createCarrier = (clock: Clock, faultOf: () => Fault) => {
  /** By reference, which is the order's id. */
  const lines = new Map<string, CarrierLine>()

  const answering = <T>(work: () => T): T => {
    const fault = faultOf()
    if (fault === 'unavailable' || fault === 'request_lost') throw new CarrierUnavailable('It is away')
    const answer = work()
    if (fault !== 'none') throw new CarrierUnavailable('Its answer was lost')
    return answer
  }
  const lineOf = (reference: string): CarrierLine => lines.get(reference) ?? never()

  const carrier: Carrier = {
    name: 'sandbox',
    order: async ({ orderId, label, attempt, orderedAt }) =>
      answering(() => {
        if (label === 'no numbers') throw new CarrierRefused('out_of_numbers')
        if (!lines.has(orderId))
          lines.set(orderId, {
            readyAt: readyAt(orderId, orderedAt.getTime()),
            fails: label === 'fails once' && attempt === 1,
            suspended: false,
            released: false,
          })
        return orderId
      }),
    look: async (reference) =>
      answering(() => {
        const line = lineOf(reference)
        if (line.released) return { state: 'ended' }
        if (line.readyAt > clock().getTime()) return { state: 'pending' }
        if (line.fails) return { state: 'failed', code: 'provisioning_failed' }
        if (line.suspended) return { state: 'suspended' }
        return { state: 'active', iccid: reference, msisdn: null, since: new Date(line.readyAt) }
      }),
    suspend: async (reference) => answering(() => void (lineOf(reference).suspended = true)),
    resume: async (reference) => answering(() => void (lineOf(reference).suspended = false)),
    release: async ({ orderId }) =>
      answering(() => {
        const line = lines.get(orderId) ?? { readyAt: 0, fails: false, suspended: false, released: true }
        line.released = true
        lines.set(orderId, line)
        return 'released'
      }),
    activationCode: never,
    settledUntil: never,
    usage: never,
    diagnose: never,
  }

  return {
    carrier,
    /** Ids of the orders whose lines work, or will. */
    standing: (): ReadonlySet<string> =>
      new Set([...lines].flatMap(([id, { released, fails }]) => (released || fails ? [] : [id]))),
  }
}
export type ModelCarrier = ReturnType<typeof createCarrier>
