import { createAudit } from '../../events/audit/audit.ts'
import type { Command } from './command.ts'
import { exportBank } from './export-bank.ts'
import { exportTiles } from './export-tiles.ts'
import { UsageError } from './failure.ts'
import { beancountJournal } from './journal-beancount.ts'
import { hledgerJournal } from './journal-hledger.ts'
import { csvJournal, jsonlJournal } from './journal-tables.ts'
import { runningPostings, type Journal } from './journal.ts'
import type { Moment } from '../../events/moment.ts'
import { isBefore, parseMoment, readUpTo, type TimedEvent } from './moment.ts'

const FORMATS: Readonly<Record<string, () => Journal>> = {
  hledger: hledgerJournal,
  beancount: beancountJournal,
  csv: csvJournal,
  jsonl: jsonlJournal,
}

const TLOG_ENTRIES = 'tlog-entries'

/** Characters that are buffered before a write. */
const PIECE_CHARACTERS = 1 << 16

interface JournalOptions {
  readonly dense: boolean
  /** The first event to write; null: the first of the log. */
  readonly first: Moment | null
  readonly out: (text: string) => Promise<void>
  readonly progress: (events: number) => void
}

/**
 * Writes a journal of these events, all from the beginning of the log, while it checks every rule.
 * @returns whether there was an event to write
 */
export const writeJournal = async (
  journal: Journal,
  events: AsyncIterable<TimedEvent>,
  { dense, first, out, progress }: JournalOptions,
): Promise<boolean> => {
  const audit = createAudit({ dense })
  let begun = false
  let piece = ''
  const begin = (time: string) => {
    begun = true
    const balances = audit.book.balances().filter(({ minor }) => minor !== 0n)
    piece += journal.begin(audit.events() === 0 ? null : { time, balances })
  }
  const write = async (timed: TimedEvent) => {
    const isWanted = !first || !isBefore(timed, first)
    if (isWanted && !begun) begin(timed.time)
    const { entry } = audit.check(timed.recorded)
    if (!isWanted) return
    const postings = runningPostings(entry, ({ account, currency }) =>
      audit.book.balanceOf(account, currency),
    )
    piece += journal.entry({ ...timed, postings })
    if (piece.length < PIECE_CHARACTERS) return
    await out(piece)
    piece = ''
  }
  for await (const timed of events) {
    await write(timed)
    progress(audit.events())
  }
  if (begun) await out(piece + journal.end())
  return begun
}

export const exportJournal: Command = {
  name: 'export',
  usage:
    'export --format hledger|beancount|csv|jsonl [--from <position|time>] [--to <position|time>] | --format hledger|beancount --bank | --format tlog-entries --out <folder>',
  summary: 'the journal for accounting software, or the events as they are sealed',
  help: `Writes the log to the standard output while it checks it as replay does; it stops, with exit code 1 and an
incomplete file, at the first thing that is wrong.

  hledger     every posting carries an assertion of the running balance: hledger -f … check --strict ordereddates
  beancount   every account is asserted at the end of each day that touched it: bean-check …
  csv         a line for each posting, amounts and running balance in minor units
  jsonl       every event in its canonical form: each line is a leaf of the Merkle log
  tlog-entries  a folder with the log as C2SP tlog-tiles: checkpoint, tiles, and entry bundles, which the server never
              gives; for tools that check such logs. It ends with the newest checkpoint

  --bank      with hledger, beancount: the bank's side, its transactions as the server has copied them. Beside the journal,
              statement:… is then what the bank says and asset:bank what the ledger says
  --from      first event to write; the journals then begin with the balances before it. A day is its start in UTC
  --to        last event to write. A day is its end in UTC
  --out       with tlog-entries: the folder to write, which must not exist
  --checkpoint, --key-file  with tlog-entries: as for proof`,
  options: {
    format: 'text',
    bank: 'flag',
    from: 'text',
    to: 'text',
    out: 'text',
    checkpoint: 'text',
    'key-file': 'text',
  },
  takes: 0,
  run: async (context, given) => {
    const format = given.text('format') ?? ''
    if (given.flag('bank')) return exportBank(context, format)
    if (format === TLOG_ENTRIES) return exportTiles(context, given)
    const { store, dense, out, progress } = context
    const journal = Object.hasOwn(FORMATS, format) ? FORMATS[format]?.() : undefined
    if (!journal)
      throw new UsageError('Say which format: --format hledger, beancount, csv, jsonl or tlog-entries')
    const [from, to] = [given.text('from'), given.text('to')]
    const first = from === null ? null : parseMoment(from, 'start')
    const events = readUpTo(store, to === null ? null : parseMoment(to, 'end'))
    if (!(await writeJournal(journal, events, { dense, first, out, progress })))
      throw new UsageError('There is no event between --from and --to')
  },
}
