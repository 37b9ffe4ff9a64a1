import { DAY_MS } from '../../events/calendar.ts'
import { purgeOlder } from '../database/database.ts'
import type { Area } from '../area.ts'
import type { DevicesArea } from './context.ts'

/** A month's charges are final long before; sums by day, which usage pages show, stay as long as the device does. */
const RETENTION_MS = 400 * DAY_MS

/** Deletes old hours of usage and old entries of the activity feed. */
export const devicePurges = (area: Pick<DevicesArea, 'pool' | 'clock'>): Area['purges'] => [
  purgeOlder(area, 'app.telecom_usage_hour', 'hour', RETENTION_MS),
  purgeOlder(area, 'app.telecom_activity', 'at', RETENTION_MS),
]
