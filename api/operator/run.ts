import { parseArgs } from 'node:util'
import { createPool } from '../database/database.ts'
import { openLog } from '../ledger-cli/open-log.ts'
import { printable } from '../ledger-cli/printable.ts'
import { inOperatorTrail } from '../security-trail/operator-events.ts'
import { answerCase, casesToAnswer, lineOfCase, CaseRefused, wholeCase, type Answer } from './cases.ts'

const HELP = `npm run operator -- cases [--all]                 what members reported and awaits an answer, the most urgent first
npm run operator -- cases show NUMBER              what was said, and what it is about
npm run operator -- cases answer NUMBER "TEXT"     answers; the member gets a notice
    --decision upheld|dismissed                    and says whether the member was right
npm run operator -- cases longer NUMBER "TEXT"     says why it takes longer: due 45 days after it was reported.
                                                   For an error of a payment, give the money for the time first

It uses the database of MIGRATION_DATABASE_URL, else DATABASE_URL, else the embedded one below DATA_DIR. Each command is
recorded in the operators' trail. Exit codes: 0 done, 1 there is no such case, 2 the command was not understood.
`

interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: (text: string) => void
  readonly error: (text: string) => void
}

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
      options: { all: { type: 'boolean' }, decision: { type: 'string' }, help: { type: 'boolean' } },
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

const carriedOut = (args: readonly string[], env: Terminal['env']): Promise<string> => {
  const { values, positionals } = parsed(args)
  const [area, verb, number = '', text, ...more] = positionals
  if (values.help || area === undefined) return Promise.resolve(HELP)
  if (area !== 'cases' || more.length > 0) throw new NotUnderstood(`There is no such command. ${HELP}`)
  if (verb === undefined)
    return withDatabase(env, 'cases', async (pool) => {
      const found = await casesToAnswer(pool, values.all ?? false)
      return found.length === 0 ? 'No case awaits an answer.\n' : `${found.map(lineOfCase).join('\n')}\n`
    })
  if (verb === 'show')
    return withDatabase(env, `cases show ${number}`, async (pool) => `${await wholeCase(pool, number)}\n`)
  if (verb !== 'answer' && verb !== 'longer') throw new NotUnderstood(`There is no such command. ${HELP}`)
  const answer = readAnswer(verb, text, values.decision)
  const decided = values.decision === undefined ? '' : ` --decision ${values.decision}`
  return withDatabase(env, `cases ${verb} ${number}${decided}`, async (pool) => {
    await answerCase(pool, number, answer)
    return `${await wholeCase(pool, number)}\n`
  })
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
