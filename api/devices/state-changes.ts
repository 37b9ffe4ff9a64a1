import type { PoolClient } from 'pg'
import { HOUR_MS } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import type { Fact } from './activity.ts'
import { addActivity } from './activity.ts'
import { hourFloor } from './cycle.ts'
import type { Device } from './devices.ts'
import { isInService, isMoving, type Line } from './line.ts'

/** What goes with a new state of the line. */
export interface LineDetails {
  readonly reference?: string | null
  readonly iccid?: string
  readonly msisdn?: string | null
  readonly attempt?: number
  readonly requestedAt?: Date
}

/** Carriers can end or suspend a line by themselves: a line at rest is looked at this often. */
const LOOK_EVERY_MS = 6 * HOUR_MS
const SOON_MS = 1_000
const SOON_MS_MAX = 60_000

/**
 * When the carrier is to be asked next: soon while something is under way, ever less often the longer it takes;
 * never once everything is over.
 */
export const nextSync = (line: Line, since: Date, now: Date): Date | null => {
  if (line.state === 'failed' || line.state === 'ended' || line.state === 'released') return null
  if (!isMoving(line)) return new Date(now.getTime() + LOOK_EVERY_MS)
  const waitedMs = now.getTime() - since.getTime()
  return new Date(now.getTime() + Math.min(SOON_MS_MAX, Math.max(SOON_MS, waitedMs / 10)))
}

/** What is told of a line that went from one state to another; null where the member knows. */
const factOf = (device: Device, to: Line, details: LineDetails): Fact | null => {
  switch (to.state) {
    case 'active':
      if (device.line.state === 'ordered') return { kind: 'device_active', msisdn: details.msisdn ?? null }
      // A suspension that was taken back before the carrier did it.
      return device.line.state === 'suspending' ? null : { kind: 'device_resumed' }
    case 'suspended':
      return { kind: 'device_suspended' }
    case 'failed':
      return { kind: 'device_failed', failure: to.failure }
    case 'ended':
      return { kind: 'device_ended' }
    case 'releasing':
      return { kind: 'device_deleted' }
    case 'requested':
      return { kind: 'device_retried' }
    case 'ordered':
    case 'suspending':
    case 'resuming':
    case 'released':
      return null
    default:
      return to satisfies never
  }
}

/** Opens a stretch of service, or closes the one that runs. */
const recordService = async (client: PoolClient, device: Device, to: Line, at: Date): Promise<void> => {
  const was = isInService(device.line)
  const is = isInService(to)
  if (is && !was)
    await client.query(
      `insert into app.telecom_service (device_id, began_at, metered_until) values ($1, $2, $3)
      on conflict do nothing`,
      [device.id, at, hourFloor(at)],
    )
  if (was && !is)
    await client.query(
      `update app.telecom_service set ended_at = greatest($2, began_at) where device_id = $1 and ended_at is null`,
      [device.id, at],
    )
}

/**
 * Writes a line's new state with everything that goes with it: the stretch of service, the feed, the next look.
 * The device must be locked by the transaction.
 * @param at when it came to be so, which may be a while before `clock`
 */
export const changeLine = async (
  client: PoolClient,
  device: Device,
  to: Line,
  { at, clock, details = {} }: { readonly at: Date; readonly clock: Clock; readonly details?: LineDetails },
): Promise<void> => {
  await client.query({
    name: 'telecom-change-line',
    text: `update app.telecom_device set
        state = $2, failure = $3, state_since = $4, sync_at = $5, sync_failures = 0,
        reference = case when $6 then $7 else reference end,
        iccid = coalesce($8, iccid), msisdn = coalesce($9, msisdn),
        attempt = coalesce($10, attempt), requested_at = coalesce($11, requested_at),
        activated_at = case when $2 = 'active' then coalesce(activated_at, $4) else activated_at end,
        deleted_at = case when $2 = 'releasing' then coalesce(deleted_at, $4) else deleted_at end
      where id = $1`,
    values: [
      device.id,
      to.state,
      to.state === 'failed' ? to.failure : null,
      at,
      // A command is carried out at once.
      isMoving(to) && to.state !== 'ordered' ? clock() : nextSync(to, at, clock()),
      details.reference !== undefined,
      details.reference ?? null,
      details.iccid ?? null,
      details.msisdn ?? null,
      details.attempt ?? null,
      details.requestedAt ?? null,
    ],
  })
  await recordService(client, device, to, at)
  const fact = factOf(device, to, details)
  if (fact)
    await addActivity(client, [
      { memberId: device.memberId, deviceId: device.id, label: device.label, fact, at },
    ])
}
