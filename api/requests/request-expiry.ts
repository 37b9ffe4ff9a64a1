import type { BaseLogger } from 'pino'
import { recurring, type Recurring } from '../processes/recurring.ts'

const EVERY_MS = 1_000
const AT_ONCE_MAX = 100

/** Ends pending transfer requests whose time is over. Any number of workers may do it at once. */
export const startRequestExpiry = ({
  expired,
  expire,
  log,
}: {
  /** Ids of pending requests whose time is over, oldest first. */
  readonly expired: (limit: number) => Promise<readonly string[]>
  readonly expire: (requestId: string) => Promise<unknown>
  readonly log: Pick<BaseLogger, 'info' | 'error'>
}): Recurring =>
  recurring({
    name: 'request expiry',
    everyMs: EVERY_MS,
    wokenBy: ['requests'],
    log,
    round: async () => {
      const due = await expired(AT_ONCE_MAX)
      if (due.length === 0) return
      const outcomes = await Promise.allSettled(due.map((requestId) => expire(requestId)))
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
      log.info({ requests: due.length }, 'Expired transfer requests')
    },
  })
