import { formatMinor } from '../../events/money.ts'
import { statementOf, type StatementEntry } from '../../events/wallet/statement.ts'
import type { Command } from './command.ts'
import { Unanswered, UsageError } from './failure.ts'
import { assertReached, parseMoment } from './moment.ts'
import { jsonLine } from './printable.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @throws {UsageError} it is not a member's id */
export const memberIdOf = (text: string): string => {
  if (UUID.test(text)) return text
  throw new UsageError(`"${text}" is not a member's id, such as 5a1f2a52-5f0d-…`)
}

const asJson = ({ recorded, lines }: StatementEntry): string => {
  const { position, revision, id, type, recordedAt } = recorded
  const moved = lines.map(({ account, currency, minor, balance: balanceMinor }) => ({
    account,
    currency,
    minor,
    balanceMinor,
  }))
  return jsonLine({ position, revision, id, type, recordedAt, lines: moved })
}

const asText = ({ recorded, lines }: StatementEntry): string => {
  const { position, type, recordedAt } = recorded
  const head = `${recordedAt}  ${position.toString().padStart(10)}  ${type.padEnd(22)}`
  if (lines.length === 0) return `${head.trimEnd()}\n`
  return lines
    .map(({ account, currency, minor, balance }) => {
      const amount = formatMinor(currency, minor).padStart(18)
      const after = formatMinor(currency, balance).padStart(18)
      return `${head} ${account.padEnd(11)} ${amount} ${after} ${currency}\n`
    })
    .join('')
}

export const statement: Command = {
  name: 'statement',
  usage: 'statement <member id> [--at <position|time>]',
  summary: "every movement of one member's money, with the balance after it",
  help: `Reads the one stream that holds everything about a member's wallet. Amounts are as the member sees them: what
comes in is positive, and the balance is what the member owns. A line for each of the member's accounts that an event
touches; events that move nothing have a line without an amount.

  --at <moment>      position of the last event to count, or a time by the store's clock: 2026-01-31T12:00:00Z,
                     or 2026-01-31 for the end of that day in UTC; default: the end of the log`,
  options: { at: 'text' },
  takes: 1,
  run: async ({ store, json, out }, given) => {
    const memberId = memberIdOf(given.positionals[0] ?? '')
    const at = given.text('at')
    const moment = at === null ? null : parseMoment(at, 'end')
    await assertReached(store, moment)
    let events = 0
    for await (const entry of statementOf(store, memberId, moment)) {
      events += 1
      await out(json ? asJson(entry) : asText(entry))
    }
    if (events === 0)
      throw new Unanswered(`The log has no wallet of ${memberId}${at === null ? '' : ` at ${at}`}`)
  },
}
