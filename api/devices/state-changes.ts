import type { PoolClient } from 'pg'
import { HOUR_MS } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import type { Fact } from './activity.ts'
import { addActivity } from './activity.ts'
import { hourFloor } from './cycle.ts'
import type { Device } from './devices.ts'
import { isInService, isMoving, type Line } from './line.ts'

/** Fields that may change with the state of the line. */
export interface LineDetails {
  readonly reference?: string | null
  readonly iccid?: string
  readonly msisdn?: string | null
  readonly attempt?: number
  readonly requestedAt?: Date
}

/** Polling interval of a line without pending changes: carriers can end or suspend a line by themselves. */
const LOOK_EVERY_MS = 6 * HOUR_MS
const SOON_MS = 1_000
const SOON_MS_MAX = 60_000

/**
 * Time of the next poll of the carrier: soon while a change is pending, less often the longer it takes; null once the
 * line has ended or failed.
 */
export const nextSync = (line: Line, since: Date, now: Date): Date | null => {
  if (line.state === 'failed' || line.state === 'ended' || line.state === 'released') return null
  if (!isMoving(line)) return new Date(now.getTime() + LOOK_EVERY_MS)
  const waitedMs = now.getTime() - since.getTime()
  return new Date(now.getTime() + Math.min(SOON_MS_MAX, Math.max(SOON_MS, waitedMs / 10)))
}

/** The feed entry for a change of state; null where the member needs none. */
const factOf = (device: Device, to: Line, details: LineDetails): Fact | null => {
  switch (to.state) {
    case 'active':
      if (device.line.state === 'ordered') return { kind: 'device_active', msisdn: details.msisdn ?? null }
      // The suspension was cancelled before the carrier carried it out.
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

/** Opens a period of service, or closes the current one. */
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
 * Stores a line's new state together with the period of service, the feed entry and the next poll. The transaction must
 * have locked the device.
 * @param at when the state changed, which may be a while before `clock`
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
      // Commands are sent to the carrier at once.
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
