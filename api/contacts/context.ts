import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import type { LineUsage } from './usage.ts'

/** What the calls of contacts and circles work with. */
export interface ContactsArea {
  readonly pool: Pool
  /** For the whole book at once. */
  readonly heavyPool: Pool
  /** The real time, as sessions use it. */
  readonly clock: Clock
  readonly usageOf: LineUsage
}
