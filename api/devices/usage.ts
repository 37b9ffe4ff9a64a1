import type { Pool } from 'pg'
import type { Usage } from './plans.ts'

/** What one device used on one day (UTC). */
export interface DayUsage extends Usage {
  readonly deviceId: string
  readonly day: string
  readonly calls: number
}

interface Row {
  readonly device_id: string
  readonly day: string
  readonly calls: number
  readonly voice_minutes: number
  readonly sms: number
  readonly data_kb: bigint
}

const usageOf = (row: Row): DayUsage => ({
  deviceId: row.device_id,
  day: row.day,
  calls: row.calls,
  voiceMinutes: row.voice_minutes,
  sms: row.sms,
  dataKb: Number(row.data_kb),
})

/** Usage by device and day, from `first` to `last`, both included, oldest first. */
export const dailyUsage = async (
  pool: Pool,
  deviceIds: readonly string[],
  first: string,
  last: string,
): Promise<readonly DayUsage[]> => {
  const { rows } = await pool.query<Row>({
    name: 'telecom-daily-usage',
    text: `select device_id, day::text as day, calls, voice_minutes, sms, data_kb from app.telecom_usage_day
      where device_id = any($1::uuid[]) and day >= $2::date and day <= $3::date order by day, device_id`,
    values: [deviceIds, first, last],
  })
  return rows.map(usageOf)
}

/** A stretch in which a device was in service, and up to where it is metered. */
export interface Stretch {
  readonly deviceId: string
  readonly from: Date
  readonly until: Date | null
  readonly meteredUntil: Date
}

/** When devices were in service, oldest first. */
export const serviceOf = async (pool: Pool, deviceIds: readonly string[]): Promise<readonly Stretch[]> => {
  const { rows } = await pool.query<{
    readonly device_id: string
    readonly began_at: Date
    readonly ended_at: Date | null
    readonly metered_until: Date
  }>({
    name: 'telecom-service-of',
    text: `select device_id, began_at, ended_at, metered_until from app.telecom_service
      where device_id = any($1::uuid[]) order by device_id, began_at`,
    values: [deviceIds],
  })
  return rows.map((row) => ({
    deviceId: row.device_id,
    from: row.began_at,
    until: row.ended_at,
    meteredUntil: row.metered_until,
  }))
}

/** A device by its name; also a deleted one, which still stands in the usage of past days. */
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
