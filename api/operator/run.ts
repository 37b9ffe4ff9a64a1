import { parseArgs } from 'node:util'
import { createPool } from '../database/database.ts'
import { openLog } from '../ledger-cli/open-log.ts'
import { printable } from '../ledger-cli/printable.ts'
import { inOperatorTrail } from '../security-trail/operator-events.ts'
import { isStopReason, STOP_REASONS } from '../withdrawals/reasons.ts'
import { CaseRefused } from './case-refused.ts'
import { bankDays, bankStatement, bookAs, bookedAs } from './bank.ts'
import { debitReturns } from './debits.ts'
import { decideReview } from './reviews.ts'
import { answerCase, casesToAnswer, lineOfCase, wholeCase, type Answer } from './cases.ts'

const HELP = `npm run operator -- cases [--all]                 what members reported and awaits an answer, the most urgent first
npm run operator -- cases show NUMBER              what was said, and what it is about
npm run operator -- cases answer NUMBER "TEXT"     answers; the member gets a notification
    --decision upheld|dismissed                    and says whether the member was right
npm run operator -- cases longer NUMBER "TEXT"     says why it takes longer: due 45 days after it was reported.
                                                   For an error of a payment, give the money for the time first
npm run operator -- cases release NUMBER           lets a withdrawal go that waits to be looked at
npm run operator -- cases stop NUMBER --because account_of_another|origin_unclear|account_at_risk|against_terms
                                                   stops it: the money comes back, and the member is told why
npm run operator -- bank                           on which days the ledger and the bank agreed
npm run operator -- bank show DAY                  the statement of a day, such as 2026-11-30
npm run operator -- bank book TRANSACTION --as interest|fee|cards|debits|market|house
                                                   says what a transaction is that no member ordered: the bank's
                                                   interest or fee, the processor's payout of cards or bank debits,
                                                   money to or from the market, or the house's own (also its loss)
npm run operator -- bank book TRANSACTION --as owed --for MEMBER
                                                   it paid what the closed wallet of this member's id was owed
    --bank BANK                                    whose transaction it is, where several banks have one of this id
npm run operator -- debits                         how many bank debits of the last 60 days came back, and what Nacha
                                                   allows

It uses the database of MIGRATION_DATABASE_URL, else DATABASE_URL, else the embedded one below DATA_DIR. Each command is
recorded in the operators' trail. Exit codes: 0 done, 1 there is no such case, day or transaction, 2 the command was not understood.
`

interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: (text: string) => void
  readonly error: (text: string) => void
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

class NotUnderstood extends Error {}

/** What a command line asks for, checked before anything is opened. */
const readAnswer = (verb: string, text: string | undefined, decision: string | undefined): Answer => {
  if (text === undefined) throw new NotUnderstood(`Say what to tell the member: cases ${verb} NUMBER "TEXT".`)
  if (verb === 'longer') return { text, outcome: 'longer' }
  if (decision === undefined) return { text, outcome: 'answered' }
  if (decision !== 'upheld' && decision !== 'dismissed')
    throw new NotUnderstood('--decision is upheld or dismissed.')
  return { text, outcome: decision }
}

const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        all: { type: 'boolean' },
        as: { type: 'string' },
        bank: { type: 'string' },
        because: { type: 'string' },
        decision: { type: 'string' },
        for: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new NotUnderstood(error instanceof Error ? error.message : 'The options were not understood.')
  }
}

/** Opens the database for `work`, and records the command without its words, which are about members. */
const withDatabase = async (
  env: Terminal['env'],
  command: string,
  work: (pool: ReturnType<typeof createPool>) => Promise<string>,
): Promise<string> => {
  const { ownerUrl, close } = await openLog(env)
  const pool = createPool(ownerUrl, { name: 'operator', max: 2 })
  try {
    return await inOperatorTrail(ownerUrl, `npm run operator -- ${command}`, () => work(pool))
  } finally {
    await pool.end()
    await close()
  }
}

const noCommand = (): NotUnderstood => new NotUnderstood(`There is no such command. ${HELP}`)

const ofBank = (
  env: Terminal['env'],
  [verb, what = '', ...more]: readonly string[],
  {
    as,
    bank = null,
    for: memberId = null,
  }: { readonly as?: string; readonly bank?: string | null; readonly for?: string | null },
): Promise<string> => {
  if (more.length > 0) throw noCommand()
  if (verb === undefined) return withDatabase(env, 'bank', async (pool) => `${await bankDays(pool)}\n`)
  if (verb === 'show')
    return withDatabase(env, `bank show ${what}`, async (pool) => `${await bankStatement(pool, what)}\n`)
  if (verb !== 'book') throw noCommand()
  const known = bookedAs(as)
  if (known === undefined)
    throw new NotUnderstood('--as is interest, fee, cards, debits, market, house or owed.')
  if ((known === 'owed') !== (memberId !== null) || (memberId !== null && !UUID.test(memberId)))
    throw new NotUnderstood('--for MEMBER, the id of a member, goes with --as owed.')
  return withDatabase(
    env,
    `bank book ${what} --as ${known}${memberId === null ? '' : ` --for ${memberId}`}${bank === null ? '' : ` --bank ${bank}`}`,
    async (pool) => `${await bookAs(pool, { id: what, bank }, known, memberId)}\n`,
  )
}

const ofReview = (
  env: Terminal['env'],
  verb: 'release' | 'stop',
  number: string,
  because: string | undefined,
): Promise<string> => {
  const reason = because === undefined ? null : `stopped_${because}`
  if (verb === 'release' ? reason !== null : !isStopReason(reason))
    throw new NotUnderstood(
      `--because, with cases stop, is ${STOP_REASONS.map((one) => one.slice('stopped_'.length)).join(', ')}.`,
    )
  const verdict = isStopReason(reason) ? reason : 'release'
  const command = verb === 'stop' ? `cases stop ${number} --because ${because}` : `cases release ${number}`
  return withDatabase(env, command, async (pool) => `${await decideReview(pool, number, verdict)}\n`)
}

const ofCases = (
  env: Terminal['env'],
  [verb, number = '', text, ...more]: readonly string[],
  values: { readonly all?: boolean; readonly because?: string; readonly decision?: string },
): Promise<string> => {
  if (more.length > 0) throw noCommand()
  if (verb === undefined)
    return withDatabase(env, 'cases', async (pool) => {
      const found = await casesToAnswer(pool, values.all ?? false)
      return found.length === 0 ? 'No case awaits an answer.\n' : `${found.map(lineOfCase).join('\n')}\n`
    })
  if (verb === 'show')
    return withDatabase(env, `cases show ${number}`, async (pool) => `${await wholeCase(pool, number)}\n`)
  if (verb === 'release' || verb === 'stop') {
    if (text !== undefined) throw noCommand()
    return ofReview(env, verb, number, values.because)
  }
  if (verb !== 'answer' && verb !== 'longer') throw noCommand()
  const answer = readAnswer(verb, text, values.decision)
  const decided = values.decision === undefined ? '' : ` --decision ${values.decision}`
  return withDatabase(env, `cases ${verb} ${number}${decided}`, async (pool) => {
    await answerCase(pool, number, answer)
    return `${await wholeCase(pool, number)}\n`
  })
}

const carriedOut = (args: readonly string[], env: Terminal['env']): Promise<string> => {
  const { values, positionals } = parsed(args)
  const [area, ...rest] = positionals
  if (values.help || area === undefined) return Promise.resolve(HELP)
  if (area === 'bank') return ofBank(env, rest, values)
  if (area === 'debits' && rest.length === 0)
    return withDatabase(env, 'debits', async (pool) => `${await debitReturns(pool, new Date())}\n`)
  if (area === 'cases') return ofCases(env, rest, values)
  throw noCommand()
}

/** Runs one command of `npm run operator`; resolves to its exit code. */
export const runOperator = async (
  args: readonly string[],
  { env, out, error }: Terminal,
): Promise<number> => {
  try {
    out(printable(await Promise.resolve().then(() => carriedOut(args, env))))
    return 0
  } catch (thrown) {
    if (!(thrown instanceof NotUnderstood) && !(thrown instanceof CaseRefused)) throw thrown
    error(`${printable(thrown.message)}\n`)
    return thrown instanceof CaseRefused ? 1 : 2
  }
}
