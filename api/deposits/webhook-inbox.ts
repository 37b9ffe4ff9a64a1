import type { Inbox } from './inbox.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import type { Platform } from '../platform.ts'

const EVERY_MS = 1_000

/** Applies webhooks that were acknowledged but not finished, because the process died or a store was unavailable. */
export const startWebhookInbox = (inbox: Inbox, { log }: Pick<Platform, 'log'>): Recurring =>
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
