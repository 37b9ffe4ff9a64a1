import type { PoolClient } from 'pg'
import { NIL } from 'uuid'
import { HOUR_MS } from '../../events/calendar.ts'
import type { BaseLogger } from 'pino'
import { createClaimed } from '../processes/claimed.ts'
import { warn } from './alerting.ts'
import type { HourUsage } from './carrier.ts'
import { hourCeil } from './cycle.ts'
import { inTransaction } from '../database/database.ts'
import type { DevicesArea } from './context.ts'

const STRETCHES_MAX = 50
/**
 * Rows in one batch: the fewer periods are due, the more hours of each. Few enough for a machine a hundred times as
 * slow to write them within the statement timeout: a batch that is cancelled would be retried for ever.
 */
const HOURS_MAX = 2_000
const AT_ONCE_MAX = 10
/** Pause before devices that failed are tried again, ms. */
const AGAIN_MS = 60_000

/** A period of service with hours to record. */
interface Due {
  readonly deviceId: string
  readonly beganAt: Date
  readonly from: Date
  readonly until: Date
  /** Whether the period ends at `until`. */
  readonly last: boolean
}
interface Metered extends Due {
  readonly hours: readonly HourUsage[]
}

const DUE = `
  select s.device_id, s.began_at, s.ended_at, s.metered_until, d.reference
  from app.telecom_service s join app.telecom_device d on d.id = s.device_id
  where not s.metered and s.metered_until < $1 and (s.metered_until, s.device_id) > ($2::timestamptz, $3::uuid)
  order by s.metered_until, s.device_id limit ${STRETCHES_MAX}`

/** Hours recorded already are not changed, and not added to their day again. */
const ADD = `
  with added as (
    insert into app.telecom_usage_hour (device_id, hour, calls, voice_minutes, sms, data_kb)
    select * from unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[], $5::int[], $6::bigint[])
      as metered (device_id, hour, calls, voice_minutes, sms, data_kb)
    order by device_id, hour
    on conflict do nothing
    returning *
  )
  insert into app.telecom_usage_day as kept (device_id, day, calls, voice_minutes, sms, data_kb)
  select device_id, (hour at time zone 'UTC')::date, sum(calls), sum(voice_minutes), sum(sms), sum(data_kb)
  from added group by 1, 2 order by 1, 2
  on conflict (device_id, day) do update set
    calls = kept.calls + excluded.calls, voice_minutes = kept.voice_minutes + excluded.voice_minutes,
    sms = kept.sms + excluded.sms, data_kb = kept.data_kb + excluded.data_kb`

/** A period that another worker has metered meanwhile keeps its later end. */
const MOVE_ON = `
  update app.telecom_service s set metered_until = v.until, metered = v.last
  from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[], $5::boolean[])
    as v (device_id, began_at, began, until, last)
  where s.device_id = v.device_id and s.began_at = v.began_at and s.metered_until = v.began
    and (not v.last or s.ended_at is not null)`

const record = async (client: PoolClient, batch: readonly Metered[]): Promise<void> => {
  const rows = batch.flatMap(({ deviceId, hours }) =>
    hours
      .filter(({ calls, voiceMinutes, sms, dataKb }) => calls + voiceMinutes + sms + dataKb > 0)
      .map((hour) => ({ deviceId, ...hour })),
  )
  await client.query({
    name: 'telecom-usage-add',
    text: ADD,
    values: [
      rows.map(({ deviceId }) => deviceId),
      rows.map(({ hour }) => hour.toISOString()),
      rows.map(({ calls }) => calls),
      rows.map(({ voiceMinutes }) => voiceMinutes),
      rows.map(({ sms }) => sms),
      rows.map(({ dataKb }) => dataKb),
    ],
  })
  await client.query({
    name: 'telecom-usage-move-on',
    text: MOVE_ON,
    values: [
      batch.map(({ deviceId }) => deviceId),
      batch.map(({ beganAt }) => beganAt),
      batch.map(({ from }) => from),
      batch.map(({ until }) => until),
      batch.map(({ last }) => last),
    ],
  })
}

/**
 * Records the usage of devices, each hour once. Hours missed while no process ran are made up for in bounded batches.
 * Any number of workers may run at once: a recorded hour is never changed.
 */
export const createMetering = ({
  pool,
  carrier,
  clock,
  log,
}: Pick<DevicesArea, 'pool' | 'carrier' | 'clock'> & { readonly log: Pick<BaseLogger, 'error'> }) => {
  const claimed = createClaimed({ name: 'telecom metering', log })

  interface Row {
    readonly device_id: string
    readonly began_at: Date
    readonly ended_at: Date | null
    readonly metered_until: Date
    readonly reference: string | null
  }

  const dueOf = (row: Row, settled: Date, hoursMax: number): Due => {
    const from = row.metered_until
    const end = row.ended_at === null ? null : hourCeil(row.ended_at)
    const until = Math.min(settled.getTime(), end?.getTime() ?? Infinity, from.getTime() + hoursMax * HOUR_MS)
    return {
      deviceId: row.device_id,
      beganAt: row.began_at,
      from,
      // A period that ended within the hour in which it began adds nothing.
      until: new Date(Math.max(until, from.getTime())),
      last: end !== null && until >= end.getTime(),
    }
  }

  const meter = async (row: Row, settled: Date, hoursMax: number): Promise<Metered> => {
    const due = dueOf(row, settled, hoursMax)
    const { reference } = row
    return { ...due, hours: reference === null ? [] : await carrier.usage(reference, due.from, due.until) }
  }

  const keep = (batch: readonly Metered[]): Promise<void> =>
    inTransaction(pool, async (client) => {
      await record(client, batch)
      await warn(client, batch)
    })

  return {
    attempts: claimed,
    /**
     * Records all usage that is due. Devices that the carrier fails for, or whose usage cannot be recorded, stay due and
     * keep no others waiting.
     * @returns ms until they are tried again
     */
    round: async (): Promise<number | undefined> => {
      /** These stay due, and the next round asks again. */
      const failed = new Set<string>()
      const start = { until: '-infinity', deviceId: NIL } as const
      let place: { readonly until: Date | string; readonly deviceId: string } = start
      let isBehind = false
      for (;;) {
        const settled = carrier.settledUntil(clock())
        const { rows } = await pool.query<Row>({
          name: 'telecom-metering-due',
          text: DUE,
          values: [settled, place.until, place.deviceId],
        })
        const last = rows.at(-1)
        if (!last) {
          // A batch can leave a period behind the place, due again.
          if (!isBehind) break
          isBehind = false
          place = start
          continue
        }
        place = { until: last.metered_until, deviceId: last.device_id }
        const hoursMax = Math.floor(HOURS_MAX / rows.length)
        const batch: Metered[] = []
        const trying = async (step: 'ask' | 'record', work: (deviceId: string) => Promise<void>) => {
          const ids = [...new Set(rows.map(({ device_id: id }) => id))].filter((id) => !failed.has(id))
          const pieces = ids.map((deviceId) => ({ deviceId, step }))
          await claimed.run(pieces, AT_ONCE_MAX, async ({ deviceId }) => {
            try {
              await work(deviceId)
            } catch (error) {
              failed.add(deviceId)
              throw error
            }
          })
        }
        await trying('ask', async (deviceId) => {
          for (const row of rows.filter(({ device_id: id }) => id === deviceId))
            batch.push(await meter(row, settled, hoursMax))
        })
        const told = batch.filter(({ deviceId }) => !failed.has(deviceId))
        if (told.length === 0) continue
        isBehind = true
        await keep(told).then(
          // What failed before has succeeded.
          () => trying('record', async () => {}),
          // One of them may be what cannot be recorded.
          () => trying('record', (id) => keep(told.filter(({ deviceId }) => deviceId === id))),
        )
      }
      return failed.size === 0 ? undefined : AGAIN_MS
    },
  }
}
export type Metering = ReturnType<typeof createMetering>
