import { parseArgs } from 'node:util'
import { LedgerFault } from '../../events/audit/fault.ts'
import { NotACopy } from '../../events/store/copy-target.ts'
import { UnreadableEvent } from '../../events/store/event-store.ts'
import { hasCode, messageOf } from '../../events/thrown.ts'
import { withFiles } from '../config/from-files.ts'
import { balances } from './balances.ts'
import { bundle } from './bundle.ts'
import { checkpoint } from './checkpoint.ts'
import type { Command, Given } from './command.ts'
import { copy } from './copy.ts'
import { endLog } from './end-log.ts'
import { eraseCheck } from './erase-check.ts'
import { exportJournal } from './export.ts'
import { find } from './find.ts'
import {
  BankDiffers,
  EXIT,
  NotProven,
  PersonalDataLeft,
  ReadModelDifference,
  Unanswered,
  UsageError,
} from './failure.ts'
import { commandHelp, generalHelp } from './help.ts'
import { keys } from './keys.ts'
import { openLog, type OpenLog } from './open-log.ts'
import { inOperatorTrail } from '../security-trail/operator-events.ts'
import { jsonLine, printable } from './printable.ts'
import { createProgress } from './progress.ts'
import { owners } from './owners.ts'
import { proof } from './proof.ts'
import { rebuild } from './rebuild.ts'
import { reconcileBank } from './reconcile-bank.ts'
import { reconcile } from './reconcile.ts'
import { replay } from './replay.ts'
import { statement } from './statement.ts'
import { trace } from './trace.ts'
import { trail } from './trail.ts'
import { verify } from './verify.ts'

const COMMANDS: readonly Command[] = [
  replay,
  balances,
  owners,
  statement,
  trace,
  find,
  exportJournal,
  checkpoint,
  proof,
  verify,
  bundle,
  rebuild,
  reconcile,
  reconcileBank,
  endLog,
  eraseCheck,
  copy,
  keys,
  trail,
]

interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Resolves when more can be written. */
  readonly out: (text: string) => Promise<void>
  readonly error: (text: string) => void
  /** Standard error is a terminal: progress may overwrite its line. */
  readonly isWatched: boolean
}

const OF_ALL: Command['options'] = { json: 'flag', quiet: 'flag', help: 'flag' }

const read = (command: Command, args: readonly string[]): Given => {
  const kinds = { ...command.options, ...OF_ALL }
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      kind === 'flag' ? ({ type: 'boolean' } as const) : ({ type: 'string', multiple: true } as const),
    ]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const list = (name: string): string[] => {
      const value = values[name]
      return Array.isArray(value) ? value.map(String) : []
    }
    for (const [name, kind] of Object.entries(kinds))
      if (kind === 'text' && list(name).length > 1) throw new Error(`--${name} is given twice`)
    const flag = (name: string) => values[name] === true
    if (positionals.length !== command.takes && !flag('help'))
      throw new Error(`${command.name} takes ${command.takes} argument(s), not ${positionals.length}`)
    return { positionals, list, flag, text: (name) => list(name)[0] ?? null }
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

const failureOf = (error: unknown): { exit: number; code: string } => {
  if (
    error instanceof LedgerFault ||
    error instanceof ReadModelDifference ||
    error instanceof NotProven ||
    error instanceof BankDiffers ||
    error instanceof PersonalDataLeft ||
    error instanceof NotACopy ||
    error instanceof UnreadableEvent
  )
    return { exit: EXIT.found, code: error.code }
  if (error instanceof UsageError) return { exit: EXIT.usage, code: 'usage' }
  return { exit: EXIT.unanswered, code: error instanceof Unanswered ? 'unanswered' : 'failed' }
}

const NO_PRIVILEGE = '42501'

/** Postgres names what is denied, and not the setting that would allow it. */
const messageFor = (error: unknown): string =>
  hasCode(error, NO_PRIVILEGE)
    ? `${messageOf(error)}: this command needs the auditors' user (READER_DATABASE_URL), or the owner of the tables (MIGRATION_DATABASE_URL)`
    : messageOf(error)

const placeOf = (error: unknown) =>
  error instanceof LedgerFault || error instanceof UnreadableEvent
    ? { position: error.position ?? null, stream: error.streamId, event: error.eventId }
    : error instanceof ReadModelDifference
      ? error.place
      : error instanceof PersonalDataLeft
        ? { member: error.member, found: error.found }
        : {}

/** A command line as recorded in the operators' trail. */
const recorded = (args: readonly string[], { unrecorded = [] }: Command): string => {
  const isLeftOut = (option: string | undefined) => unrecorded.some((name) => option === `--${name}`)
  const kept = args.map((arg, index) => {
    const [option] = arg.split('=', 1)
    if (isLeftOut(args[index - 1])) return '…'
    return option !== arg && isLeftOut(option) ? `${option}=…` : arg
  })
  return `ledger ${kept.join(' ')}`
}

/** Runs one command line, the arguments after `npm run ledger --`, and returns its exit code. */
export const runLedger = async (args: readonly string[], watched: Terminal): Promise<number> => {
  const terminal: Terminal = {
    ...watched,
    out: (text) => watched.out(printable(text)),
    error: (text) => watched.error(printable(text)),
  }
  const [name, ...rest] = args
  const command = COMMANDS.find((one) => one.name === name)
  if (!command) {
    const isAsked = name === undefined || name === 'help' || name === '--help' || name === '-h'
    const text = generalHelp(COMMANDS)
    if (isAsked) await terminal.out(text)
    else terminal.error(`There is no command "${name}".\n\n${text}`)
    return isAsked && name !== undefined ? EXIT.ok : EXIT.usage
  }
  let log: OpenLog | null = null
  let progressed = false
  const json = rest.includes('--json')
  try {
    const given = read(command, rest)
    if (given.flag('help')) {
      await terminal.out(commandHelp(command))
      return EXIT.ok
    }
    const quiet = given.flag('quiet')
    const status = (sentence: string) => terminal.error(`${sentence}\n`)
    const offline = command.offline?.({ json, out: terminal.out, status }, given) ?? null
    if (offline !== null || !command.run) {
      await offline
      return EXIT.ok
    }
    const env = withFiles(terminal.env)
    log = await openLog(env)
    const progress = quiet ? () => {} : createProgress(watched, () => (progressed = true))
    const context = { ...log, env, json, out: terminal.out, status, progress }
    const { run } = command
    await inOperatorTrail(log.writableUrl, recorded(args, command), () => run(context, given))
    return EXIT.ok
  } catch (error) {
    const { exit, code } = failureOf(error)
    const message = messageFor(error)
    if (json) await terminal.out(jsonLine({ ok: false, code, message, ...placeOf(error) }))
    if (progressed && terminal.isWatched) terminal.error('\n')
    terminal.error(`${message}\n`)
    if (exit === EXIT.usage) terminal.error(`\n  npm run ledger -- ${command.usage}\n`)
    return exit
  } finally {
    await log?.close()
  }
}
