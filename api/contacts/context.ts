import type { Clock } from '../../events/ids.ts'
import type { LineUsage } from './usage.ts'
import type { Platform } from '../platform.ts'

/** Dependencies of the routes of contacts and circles. */
export interface ContactsArea extends Pick<Platform, 'pool' | 'heavyPool' | 'members' | 'blocks'> {
  /** The real time, as sessions use it. */
  readonly clock: Clock
  readonly usageOf: LineUsage
}
