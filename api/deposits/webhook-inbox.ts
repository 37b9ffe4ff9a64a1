import type { BaseLogger } from 'pino'
import type { Inbox } from './inbox.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'

const EVERY_MS = 1_000

/** Carries out webhooks that were acknowledged and then left, because the process died or a store was away. */
export const startWebhookInbox = ({
  inbox,
  log,
}: {
  inbox: Inbox
  log: Pick<BaseLogger, 'error'>
}): Recurring =>
  recurring({
    name: 'webhook inbox',
    everyMs: EVERY_MS,
    wokenBy: ['webhooks'],
    log,
    round: async () => {
      await inbox.sweep()
      return inbox.untilNextMs()
    },
  })
