import { parseLedgerEvent } from '../../events/ledger-event.ts'
import { formatMinor } from '../../events/money.ts'
import { postings } from '../../events/postings.ts'
import type { Json, JsonObject, RecordedEvent } from '../../events/store/event-store.ts'
import type { Command } from './command.ts'
import { Unanswered } from './failure.ts'

/** Ids of one piece of business: where an event has two of them, it ties them together. */
const BUSINESS = ['transferId', 'requestId', 'depositId', 'claimId', 'stakeId', 'voteId', 'grantId']

const names = (data: JsonObject, ids: ReadonlySet<string>): boolean =>
  Object.entries(data).some(
    ([name, value]: [string, Json | undefined]) =>
      name.endsWith('Id') && typeof value === 'string' && ids.has(value),
  )

const businessOf = (data: JsonObject): string[] =>
  BUSINESS.flatMap((name) => {
    const value = data[name]
    return typeof value === 'string' ? [value] : []
  })

export const trace: Command = {
  name: 'trace',
  usage: 'trace <id of a transfer, deposit, request, claim, proposal or event>',
  summary: 'every step of one piece of business, across all streams',
  help: `Prints all events that name the id, in the order of the log, with their postings. An event that ties two
pieces of business together, such as a request and the transfer that pays it, brings in the steps of the other. The
whole log is read, more than once when that happens. A member's id is refused: use statement.`,
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
      for await (const recorded of store.readAll()) {
        progress((events += 1))
        const isWallet = recorded.streamId === `wallet-${wanted}`
        if (isWallet) throw new Unanswered(`${wanted} is a member: see "statement ${wanted}"`)
        if (!ids.has(recorded.id) && !names(recorded.data, ids)) continue
        steps.push(recorded)
        for (const id of businessOf(recorded.data)) ids.add(id)
      }
    }
    if (steps.length === 0) throw new Unanswered(`No event of the log names ${wanted}`)
    for (const recorded of steps) {
      const entry = postings(parseLedgerEvent(recorded))
      const { position, streamId, revision, id, type, recordedAt, data } = recorded
      if (json) {
        const moved = entry.map(({ account, currency, minor }) => ({
          account,
          currency,
          minor: minor.toString(),
        }))
        const place = { position: position.toString(), stream: streamId, revision: revision.toString() }
        await out(`${JSON.stringify({ ...place, id, type, recordedAt, data, postings: moved })}\n`)
        continue
      }
      await out(
        `${recordedAt}  position ${position}  ${type}\n    ${streamId} at revision ${revision}, event ${id}\n`,
      )
      for (const { account, currency, minor } of entry)
        await out(`    ${formatMinor(currency, minor).padStart(18)} ${currency.padEnd(4)} ${account}\n`)
    }
  },
}
