import type { Pool } from 'pg'
import type { Usage } from './plans.ts'

/** Usage of one device on one day (UTC). */
export interface DayUsage extends Usage {
  readonly deviceId: string
  readonly day: string
  readonly calls: number
}

/** Usage by device and day, from `first` to `last` inclusive, oldest first. */
export const dailyUsage = async (
  pool: Pool,
  deviceIds: readonly string[],
  first: string,
  last: string,
): Promise<readonly DayUsage[]> => {
  const { rows } = await pool.query<DayUsage>({
    name: 'telecom-daily-usage',
    text: `select device_id as "deviceId", day::text as day, calls, voice_minutes as "voiceMinutes", sms,
        data_kb::float8 as "dataKb"
      from app.telecom_usage_day
      where device_id = any($1::uuid[]) and day >= $2::date and day <= $3::date order by day, device_id`,
    values: [deviceIds, first, last],
  })
  return rows
}

/** A period in which a device was in service, and up to when it is metered. */
export interface Stretch {
  readonly deviceId: string
  readonly from: Date
  readonly until: Date | null
  readonly meteredUntil: Date
}

/** Periods of service of devices, oldest first. */
export const serviceOf = async (pool: Pool, deviceIds: readonly string[]): Promise<readonly Stretch[]> => {
  const { rows } = await pool.query<Stretch>({
    name: 'telecom-service-of',
    text: `select device_id as "deviceId", began_at as "from", ended_at as until, metered_until as "meteredUntil"
      from app.telecom_service where device_id = any($1::uuid[]) order by device_id, began_at`,
    values: [deviceIds],
  })
  return rows
}

/** A device's label; also of a deleted device, which is still part of past usage. */
interface NamedDevice {
  readonly id: string
  readonly label: string
  readonly deleted: boolean
}

export const namedDevices = async (
  pool: Pool,
  memberId: string,
  usedSince: Date,
): Promise<readonly NamedDevice[]> => {
  const { rows } = await pool.query<NamedDevice>({
    name: 'telecom-named-devices',
    text: `select id, label, deleted_at is not null as deleted from app.telecom_device
      where member_id = $1 and (deleted_at is null or deleted_at >= $2) order by created_at, id`,
    values: [memberId, usedSince],
  })
  return rows
}
