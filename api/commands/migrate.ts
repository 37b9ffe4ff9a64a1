/**
 * `npm run migrate`: migrates the database as its owner (MIGRATION_DATABASE_URL), and grants the server's user
 * (DATABASE_URL) and the auditors' (READER_DATABASE_URL, where it is set) exactly the rights they need. Where
 * EVENTSTORE_ADMIN_URL is set, it does so for the user of EVENTSTORE_URL too. Builds this
 * release's read models beside those of the release before, whose processes may run. Run it before each start of a new
 * release; it is safe at any time. `npm run migrate -- --finish`, when no process of another release runs any more,
 * drops their read models and lets this release write what they could not read. See docs/operators.md.
 */
import { parseArgs } from 'node:util'
import { readDatabaseUrl } from '../config/connections.ts'
import { withFiles } from '../config/from-files.ts'
import type { Variable } from '../config/schemas.ts'
import { VARIABLES } from '../config/variables.ts'
import { prepareDatabase } from '../database/roles.ts'
import { createLogger } from '../logging/logger.ts'
import { InvalidConfig } from '../config/invalid-config.ts'
import { inOperatorTrail } from '../security-trail/operator-events.ts'
import { finishUpgrade, renewReadModels } from '../database/renewed-read-models.ts'

type Environment = Readonly<Record<string, string | undefined>>

const read = (env: Environment, { name, schema }: Variable<string>): string | null => {
  const text = env[name]?.trim()
  if (!text) return null
  const result = schema.safeParse(text)
  if (result.success) return result.data
  throw new InvalidConfig(`${name} ${result.error.issues[0]?.message ?? 'is not valid'}`)
}

const required = (env: Environment, variable: Variable<string>): string => {
  const value = read(env, variable)
  if (value === null) throw new InvalidConfig(`${variable.name} is required`)
  return value
}

const DATABASES = ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'READER_DATABASE_URL'] as const

try {
  const { finish } = parseArgs({ options: { finish: { type: 'boolean', default: false } } }).values
  const env = withFiles(process.env)
  for (const name of DATABASES) readDatabaseUrl(env, name)
  const ownerUrl = required(env, VARIABLES.MIGRATION_DATABASE_URL)
  const writerUrl = required(env, VARIABLES.DATABASE_URL)
  const readerUrl = read(env, VARIABLES.READER_DATABASE_URL)
  const eventStoreUrl = read(env, VARIABLES.EVENTSTORE_URL)
  const eventStoreAdminUrl = read(env, VARIABLES.EVENTSTORE_ADMIN_URL)
  await prepareDatabase({ ownerUrl, writerUrl, readerUrl })
  if (eventStoreUrl !== null && eventStoreAdminUrl !== null) {
    const { grantAppUser } = await import('../../events/store/eventstoredb/app-user.ts')
    await grantAppUser(eventStoreAdminUrl, eventStoreUrl)
  }
  const log = createLogger('info')
  await renewReadModels({ ownerUrl, eventStoreUrl, log })
  if (finish && (await finishUpgrade(ownerUrl, log)).length > 0)
    throw new InvalidConfig(
      'A worker of another release still runs: end it, then run npm run migrate -- --finish again',
    )
  // Written last: this migration may just have created the table.
  await inOperatorTrail(ownerUrl, 'npm run migrate', async () => {})
  console.log('The database is up to date, and every user of it has the rights it needs and no more.')
} catch (error) {
  console.error(error instanceof InvalidConfig ? `\n${error.message}\n` : error)
  process.exitCode = 1
}
