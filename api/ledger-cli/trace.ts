import { parseLedgerEvent } from '../../events/ledger-event.ts'
import { formatMinor } from '../../events/money.ts'
import { postings } from '../../events/postings.ts'
import type { Json, RecordedEvent } from '../../events/store/event-store.ts'
import type { Command, Context } from './command.ts'
import { Unanswered } from './failure.ts'
import { jsonLine } from './printable.ts'

/** Fields with the id of a transfer, request, bill and the like; an event with two of them links both. */
const BUSINESS = new Set([
  'transferId',
  'requestId',
  'depositId',
  'claimId',
  'stakeId',
  'voteId',
  'grantId',
  'contributionId',
  'proceedsId',
  'paymentId',
  'billId',
])

/** Every id in an event's data with the name of its field, at any depth: a bill's sources of payment are a list. */
function* idsIn(value: Json | undefined, name = ''): Generator<readonly [name: string, id: string]> {
  if (typeof value === 'string') {
    if (name.endsWith('Id')) yield [name, value]
  } else if (typeof value === 'object' && value !== null) {
    // Entries of a list are named by their index.
    for (const [key, item] of Object.entries(value)) yield* idsIn(item, key)
  }
}

/** Prints events with their places and postings. */
export const printSteps = async (
  steps: readonly RecordedEvent[],
  { json, out }: Pick<Context, 'json' | 'out'>,
): Promise<void> => {
  for (const recorded of steps) {
    const entry = postings(parseLedgerEvent(recorded))
    const { position, streamId, revision, id, type, recordedAt, data } = recorded
    if (json) {
      const place = { position, stream: streamId, revision }
      await out(jsonLine({ ...place, id, type, recordedAt, data, postings: entry }))
      continue
    }
    await out(
      `${recordedAt}  position ${position}  ${type}\n    ${streamId} at revision ${revision}, event ${id}\n`,
    )
    for (const { account, currency, minor } of entry)
      await out(`    ${formatMinor(currency, minor).padStart(18)} ${currency.padEnd(4)} ${account}\n`)
  }
}

export const trace: Command = {
  name: 'trace',
  usage: 'trace <id of a transfer, deposit, request, claim, proposal, pool, bill or event>',
  summary: 'every step of one piece of business, across all streams',
  help: `Prints all events that name the id, in the order of the log, with their postings. An event that ties two
pieces of business together, such as a request and the transfer that pays it, or a bill and the payments of it, brings
in the steps of the other. The whole log is read, more than once when that happens. A member's id is refused: use statement.`,
  options: {},
  takes: 1,
  run: async ({ store, json, out, progress }, given) => {
    const [wanted = ''] = given.positionals
    const ids = new Set([wanted.toLowerCase()])
    let steps: RecordedEvent[] = []
    for (let known = 0; known < ids.size;) {
      known = ids.size
      steps = []
      let events = 0
      for await (const batch of store.scan()) {
        for (const recorded of batch) {
          events += 1
          if (recorded.streamId === `wallet-${wanted}`)
            throw new Unanswered(`${wanted} is a member: see "statement ${wanted}"`)
          const named = [...idsIn(recorded.data)]
          if (!ids.has(recorded.id) && !named.some(([, id]) => ids.has(id))) continue
          steps.push(recorded)
          for (const [name, id] of named) if (BUSINESS.has(name)) ids.add(id)
        }
        progress(events)
      }
    }
    if (steps.length === 0) throw new Unanswered(`No event of the log names ${wanted}`)
    await printSteps(steps, { json, out })
  },
}
