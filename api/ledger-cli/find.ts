import type { RecordedEvent } from '../../events/store/event-store.ts'
import type { Command } from './command.ts'
import { Unanswered, UsageError } from './failure.ts'
import { printSteps } from './trace.ts'

/** Shorter beginnings are of too many requests. */
const REFERENCE_MIN = 8

export const find: Command = {
  name: 'find',
  usage: 'find <request id, or what an error text told to quote, or an idempotency key>',
  summary: 'what a request wrote',
  help: `Prints the events that a request, a repeated command or a process wrote: those whose metadata name this request id
(X-Request-Id; its first ${REFERENCE_MIN} characters are enough, as error texts quote it), idempotency key, correlation id or cause. A request
that wrote nothing is not in the ledger; the server's log has a line for each request, with its id. Proxies' request ids are in
the ledger only if they are hexadecimal. The whole log is read.`,
  options: {},
  takes: 1,
  run: async ({ store, json, out, progress }, given) => {
    const wanted = (given.positionals[0] ?? '').toLowerCase()
    if (wanted.length < REFERENCE_MIN) throw new UsageError(`Give at least ${REFERENCE_MIN} characters`)
    const found: RecordedEvent[] = []
    let events = 0
    for await (const batch of store.scan()) {
      for (const recorded of batch) {
        events += 1
        const { requestId, idempotencyKey, correlationId, causationId } = recorded.metadata
        if (
          [requestId, idempotencyKey, correlationId, causationId].some(
            (id) => typeof id === 'string' && id.toLowerCase().startsWith(wanted),
          )
        )
          found.push(recorded)
      }
      progress(events)
    }
    if (found.length === 0) throw new Unanswered(`No event of the log was written by ${wanted}`)
    await printSteps(found, { json, out })
  },
}
