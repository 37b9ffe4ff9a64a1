import { derivedId } from '../../events/ids.ts'
import { createClaimed, type Claimed } from '../processes/claimed.ts'
import { untilNextDue } from '../processes/next-due.ts'
import { CarrierRefused, CarrierUnavailable, type OrderSending } from './carrier.ts'
import { deviceOf, DEVICE_COLUMNS, lockDevice, type Device, type DeviceRow } from './devices.ts'
import { advance, type CarrierUpdate } from './line.ts'
import { FORGOTTEN_MEMBER } from './personal-data.ts'
import { changeLine, nextSync, type LineDetails } from './state-changes.ts'
import { inTransaction } from '../database/database.ts'
import type { DevicesArea } from './context.ts'
import type { Platform } from '../platform.ts'

const AT_ONCE_MAX = 10
const DUE_MAX = 50
/** How long the worker that claimed a device polls it alone; after that another worker takes over. */
const LEASE_MS = 30_000
const BACKOFF_MS_MAX = 300_000

const CLAIM = `
  update app.telecom_device set sync_at = $2 where id in (
    select id from app.telecom_device where sync_at <= $1 order by sync_at limit ${DUE_MAX}
    for update skip locked
  )
  returning ${DEVICE_COLUMNS}`

/** Each attempt is a separate order: a failed order stays failed at the carrier. */
const orderIdOf = ({ id, attempt }: Pick<Device, 'id' | 'attempt'>): string =>
  derivedId('telecom-order', id, String(attempt))

interface CarrierAnswer {
  readonly update: CarrierUpdate
  readonly details?: LineDetails
  /** When the state changed; null: now. */
  readonly at?: Date | null
}

const LOOKED: ReadonlySet<string> = new Set(['ordered', 'active', 'suspended', 'suspending', 'resuming'])

const NEXT = { name: 'telecom-sync-next', text: 'select min(sync_at) as at from app.telecom_device' }

export interface Sync {
  /** Syncs the devices that are due; returns how many. */
  readonly round: () => Promise<number>
  /** Devices that fail again and again. */
  readonly attempts: Claimed
  /** Time until the next device is due, ms; undefined when none will be. */
  readonly untilNextMs: () => Promise<number | undefined>
}

/**
 * Syncs devices with the carrier: sends members' commands and applies the carrier's reports. Every step can be
 * repeated, so a process may die at any point.
 */
export const createSync = ({
  pool,
  carrier,
  clock,
  log,
}: Pick<DevicesArea, 'pool' | 'carrier' | 'clock'> & Pick<Platform, 'log'>): Sync => {
  const look = async (reference: string): Promise<CarrierAnswer> => {
    const report = await carrier.look(reference)
    if (report.state !== 'active') return { update: { kind: 'reported', report } }
    const { iccid, msisdn, since } = report
    return { update: { kind: 'reported', report }, details: { iccid, msisdn }, at: since }
  }

  const sendingOf = ({ id, orderSentAt, stateSince }: Device): OrderSending => {
    let noted = orderSentAt
    const note = async (at: Date | null): Promise<void> => {
      const { rowCount } = await pool.query(
        'update app.telecom_device set order_sent_at = $2 where id = $1 and order_sent_at is not distinct from $3',
        [id, at, noted],
      )
      if (rowCount === 0) throw new CarrierUnavailable('another process orders this line')
      noted = at
    }
    const isOfThis = orderSentAt !== null && orderSentAt >= stateSince
    return {
      unansweredMs: isOfThis ? clock().getTime() - orderSentAt.getTime() : null,
      begin: () => note(clock()),
      undo: () => note(null),
    }
  }

  /** Makes the carrier call that the device's state requires. */
  const callCarrier = async (device: Device): Promise<CarrierAnswer | null> => {
    const { line, reference, label, type: deviceType, requestedAt: orderedAt, attempt } = device
    const orderId = orderIdOf(device)
    if (line.state === 'requested') {
      try {
        const sending = sendingOf(device)
        const made = await carrier.order({ orderId, deviceType, orderedAt, label, attempt, sending })
        return { update: { kind: 'accepted' }, details: { reference: made } }
      } catch (error) {
        if (error instanceof CarrierRefused) return { update: { kind: 'refused', code: error.code } }
        throw error
      }
    }
    if (line.state === 'releasing') {
      const sentAt = device.orderSentAt?.getTime()
      const unansweredMs = sentAt === undefined ? null : clock().getTime() - sentAt
      const done = (await carrier.release({ orderId, reference, unansweredMs })) === 'released'
      return done ? { update: { kind: 'released' } } : null
    }
    if (reference === null || !LOOKED.has(line.state)) return null
    if (line.state === 'suspending') await carrier.suspend(reference)
    if (line.state === 'resuming') await carrier.resume(reference)
    return look(reference)
  }

  /** Applies the carrier's answer, unless the device has changed since the call. */
  const recordAnswer = (before: Device, answer: CarrierAnswer | null): Promise<void> =>
    inTransaction(pool, async (client) => {
      const device = await lockDevice(client, before.id)
      // A command came meanwhile and has scheduled its own sync.
      if (!device || device.line.state !== before.line.state || device.attempt !== before.attempt) return
      const now = clock()
      const next = answer ? advance(device.line, answer.update) : device.line
      if (answer === null || next.state === device.line.state) {
        await client.query('update app.telecom_device set sync_at = $2, sync_failures = 0 where id = $1', [
          device.id,
          nextSync(device.line, device.stateSince, now),
        ])
        return
      }
      if (next.state === 'released' && device.memberId === FORGOTTEN_MEMBER) {
        await client.query('delete from app.telecom_device where id = $1', [device.id])
        return
      }
      // Only the start of a line may be backdated; other changes count from when we learn of them.
      const at = device.line.state === 'ordered' && answer.at ? answer.at : now
      await changeLine(client, device, next, {
        at: at < now ? at : now,
        clock,
        details: answer.details ?? {},
      })
    })

  const sync = async (device: Device): Promise<void> => {
    let answer: CarrierAnswer | null
    try {
      answer = await callCarrier(device)
    } catch (error) {
      log.warn({ err: error, deviceId: device.id }, 'The carrier could not be asked about a device')
      const pauseMs = Math.min(BACKOFF_MS_MAX, 1_000 * 2 ** device.syncFailures)
      await pool.query(
        `update app.telecom_device set sync_at = $2, sync_failures = sync_failures + 1
        where id = $1 and state = $3`,
        [device.id, new Date(clock().getTime() + pauseMs), device.line.state],
      )
      return
    }
    await recordAnswer(device, answer)
  }

  const claimed = createClaimed({ name: 'telecom lines', log })
  return {
    attempts: claimed,
    round: async () => {
      const now = clock()
      const { rows } = await pool.query<DeviceRow>({
        name: 'telecom-sync-claim',
        text: CLAIM,
        values: [now, new Date(now.getTime() + LEASE_MS)],
      })
      // The claim has postponed them; the carrier's own failures are dealt with in `sync`.
      await claimed.run(
        rows.map(({ id }) => id),
        AT_ONCE_MAX,
        async (id) => {
          const row = rows.find((one) => one.id === id)
          if (row) await sync(deviceOf(row))
        },
      )
      return rows.length
    },
    untilNextMs: () => untilNextDue(pool, clock, NEXT),
  }
}
