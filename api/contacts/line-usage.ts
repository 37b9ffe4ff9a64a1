import type { Pool } from 'pg'
import { addDays, dayOf } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { devicesOf } from '../devices/devices.ts'
import { dailyUsage } from '../devices/usage.ts'
import type { LineUsage, NumberUsage } from './usage.ts'

/** Length of the period in days, today included. */
const DAYS = 30
const KB_PER_MB = 1_024

/** Usage of the member's own lines in the last 30 days, from the carrier's metering; `clock` is the meter's. */
export const createLineUsage =
  ({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): LineUsage =>
  async (memberId) => {
    const devices = (await devicesOf(pool, memberId)).filter(({ msisdn }) => msisdn !== null)
    if (devices.length === 0) return new Map()
    const today = dayOf(clock())
    const ids = devices.map(({ id }) => id)
    const days = await dailyUsage(pool, ids, addDays(today, 1 - DAYS), today)
    return new Map(
      devices.map(({ id, msisdn }): [string, NumberUsage] => {
        const own = days.filter(({ deviceId }) => deviceId === id)
        const sum = (of: (day: (typeof own)[number]) => number) =>
          own.reduce((total, day) => total + of(day), 0)
        return [
          msisdn ?? '',
          {
            messages: sum(({ sms }) => sms),
            calls: sum(({ calls }) => calls),
            dataMb: sum(({ dataKb }) => dataKb) / KB_PER_MB,
          },
        ]
      }),
    )
  }
