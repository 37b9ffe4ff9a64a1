import * as z from 'zod/mini'
import { defineOperations, member } from './operation.ts'

/**
 * Event names of the stream: connected; something changed; nothing for some seconds, and the server is there; replaced
 * by another stream; session over.
 */
const LIVE_EVENTS = ['ready', 'news', 'beat', 'replaced', 'ended'] as const
export type LiveEvent = (typeof LIVE_EVENTS)[number]

/** Data of a stream event. The event's id is the ledger position up to which changes have been announced. */
export const LiveData = z.object({
  /** Reads should be at least as new as this ledger position; null when the change is not in the ledger. */
  position: z.nullable(z.string().check(z.regex(/^\d{1,19}$/))),
})
export type LiveData = z.infer<typeof LiveData>

export const liveOperations = defineOperations({
  getStream: member.get('/api/stream', {
    summary:
      'Says whenever something has changed for the member, as server-sent events; goes on after `Last-Event-ID`, or after the position in the query',
    query: z.strictObject({
      after: z.optional(z.string().check(z.regex(/^\d{1,19}$/, 'after is a ledger position.'))),
    }),
    response: z.string(),
    mediaTypes: ['text/event-stream'],
  }),
})
