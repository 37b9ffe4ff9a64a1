import { hostname, userInfo } from 'node:os'
import { DatabaseError } from 'pg'
import { withClient } from '../../events/store/postgres/with-client.ts'

/**
 * Postgres error codes: no such table or schema (a log without the application), no privilege (a user who may only
 * select), or a read-only replica. Whoever may change data may also insert here.
 */
const NO_TRAIL_CODES = new Set(['42P01', '3F000', '42501', '25006'])
const COMMAND_CHARACTERS_MAX = 500
const OPERATOR_CHARACTERS_MAX = 100

/** Removes credentials from URLs and `password=` values: more people may read the trail than may know these. */
const withoutSecrets = (command: string): string =>
  command
    .replaceAll(/\/\/[^@\s/]*@/g, '//…@')
    .replaceAll(/(password=)[^&\s]*/gi, '$1…')
    .slice(0, COMMAND_CHARACTERS_MAX)

/** The person, where they say who they are: in a container every command runs as the same user. */
const operatorName = (): string => {
  const said = process.env['OPERATOR']?.trim()
  if (said) return said.slice(0, OPERATOR_CHARACTERS_MAX)
  try {
    return `${userInfo().username}@${hostname()}`
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}@${hostname()}` // a container's user without a name
  }
}

/**
 * Runs an operator's `work` between two rows of `app.operator_event`: its begin and its outcome. If the first row
 * cannot be written, `work` does not run. Databases without the table, and users who may only read, have no trail.
 * When the work is done and only its outcome cannot be written, standard error says so: it must not be done again.
 *
 * @param url of any role that works with the database
 */
export const inOperatorTrail = async <T>(
  url: string,
  command: string,
  work: () => Promise<T>,
): Promise<T> => {
  const record = async (outcome: 'begun' | 'done' | 'failed'): Promise<void> => {
    await withClient(url, 'operator trail', async (client) => {
      try {
        await client.query(
          'insert into app.operator_event (operator, command, outcome) values ($1, $2, $3)',
          [operatorName(), withoutSecrets(command), outcome],
        )
      } catch (error) {
        if (!(error instanceof DatabaseError && NO_TRAIL_CODES.has(error.code ?? ''))) throw error
      }
    })
  }
  const unrecorded = (outcome: 'done' | 'failed') => (error: unknown) =>
    console.error(`The command is ${outcome}, which could not be written to the operators' trail:`, error)
  await record('begun')
  let result: T
  try {
    result = await work()
  } catch (error) {
    await record('failed').catch(unrecorded('failed')) // the failure of the work itself is the one to report
    throw error
  }
  await record('done').catch(unrecorded('done'))
  return result
}
