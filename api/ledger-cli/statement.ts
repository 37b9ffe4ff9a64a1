import { createBook } from '../../events/book.ts'
import { parseLedgerEvent } from '../../events/ledger-event.ts'
import { formatMinor } from '../../events/money.ts'
import { walletStream } from '../../events/wallet/events.ts'
import type { Command } from './command.ts'
import { Unanswered, UsageError } from './failure.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const statement: Command = {
  name: 'statement',
  usage: 'statement <member id>',
  summary: "every movement of one member's money, with the balance after it",
  help: `Reads the one stream that holds everything about a member's wallet. Amounts are as the member sees them: what
comes in is positive, and the balance is what the member owns. A line for each of the member's accounts that an event
touches; events that move nothing have a line without an amount.`,
  options: {},
  takes: 1,
  run: async ({ store, json, out }, given) => {
    const [memberId = ''] = given.positionals
    if (!UUID.test(memberId))
      throw new UsageError(`"${memberId}" is not a member's id, such as 5a1f2a52-5f0d-…`)
    const prefix = `liability:member:${memberId}:`
    const book = createBook()
    let events = 0
    for await (const recorded of store.readStream(walletStream(memberId))) {
      events += 1
      const entry = book.post(parseLedgerEvent(recorded)).filter(({ account }) => account.startsWith(prefix))
      const { position, revision, type, id, recordedAt } = recorded
      const lines = entry.map(({ account, currency, minor }) => ({
        account: account.slice(prefix.length),
        currency,
        minor: (-minor).toString(),
        balanceMinor: (-book.balanceOf(account, currency)).toString(),
      }))
      if (json) {
        const line = {
          position: position.toString(),
          revision: revision.toString(),
          id,
          type,
          recordedAt,
          lines,
        }
        await out(`${JSON.stringify(line)}\n`)
        continue
      }
      const head = `${recordedAt}  ${position.toString().padStart(10)}  ${type.padEnd(22)}`
      if (lines.length === 0) await out(`${head.trimEnd()}\n`)
      for (const { account, currency, minor, balanceMinor } of lines) {
        const amount = formatMinor(currency, BigInt(minor)).padStart(18)
        const balance = formatMinor(currency, BigInt(balanceMinor)).padStart(18)
        await out(`${head} ${account.padEnd(11)} ${amount} ${balance} ${currency}\n`)
      }
    }
    if (events === 0) throw new Unanswered(`The log has no wallet of ${memberId}`)
  },
}
