import { type Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg'
import { InvalidConfig } from './invalid-config.ts'
import { APP_SCHEMA, migrateAll } from './migrations.ts'
import { READ_SCHEMA } from '../projections/migrate.ts'
import { SCHEMA as EVENT_STORE } from '../events/store/postgres/event-store-schema.ts'
import { withClient } from '../events/store/postgres/with-client.ts'

/** Who works with the database: each by a URL that names the user and their password. */
interface DatabaseRoles {
  /** Owns the tables and changes them; no server runs as this one. */
  readonly ownerUrl: string
  /** The server: appends to the log by its functions alone, writes read models and application tables. */
  readonly writerUrl: string
  /** The auditor's tools; null where there is none. */
  readonly readerUrl: string | null
}

/** Tables of `app` that the auditor's tools read: the signed checkpoints and the trail. The rest is about persons or is keys. */
const READER_TABLES = ['log_key', 'log_checkpoint', 'log_cosignature', 'operator_event', 'security_event']

/** As long as members' events; see api/security-trail/security-events.ts. */
const OPERATOR_EVENT_DAYS = 400

/** Of Postgres: the role may not do this. */
const NOT_ALLOWED = '42501'

const userOf = (url: string): { readonly name: string; readonly password: string } => {
  const { username, password } = new URL(url)
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
}

/** Makes the role, or gives it the password that the URL has. Where another has to make roles, it must be there. */
const ensureRole = async (client: Client, url: string): Promise<string> => {
  const { name, password } = userOf(url)
  const { rows } = await client.query('select from pg_roles where rolname = $1', [name])
  const known = rows.length > 0
  const login = password === '' ? 'login' : `login password ${escapeLiteral(password)}`
  try {
    await client.query(`${known ? 'alter' : 'create'} role ${escapeIdentifier(name)} ${login}`)
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === NOT_ALLOWED)) throw error
    if (!known)
      throw new InvalidConfig(
        `The user of MIGRATION_DATABASE_URL may not make the role ${name}: make it yourself (create role … login password …), then run this again`,
      )
  }
  return escapeIdentifier(name)
}

const functionsOf = async (client: Client): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = $1 and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype`,
    [EVENT_STORE],
  )
  return rows.map(({ name }) => name)
}

/**
 * The log is written by functions that run with their owner's rights, so that whoever may call them needs none on the
 * tables: appended to at its end, in order, and nothing else.
 */
const grantWriter = (role: string, appends: readonly string[]): string[] => [
  `grant usage on schema ${EVENT_STORE}, ${READ_SCHEMA}, ${APP_SCHEMA} to ${role}`,
  `revoke all on all tables in schema ${EVENT_STORE} from ${role}`,
  `grant select on all tables in schema ${EVENT_STORE} to ${role}`,
  `grant select, insert, update, delete on ${EVENT_STORE}.snapshot, ${EVENT_STORE}.statement_mark to ${role}`,
  ...appends.map((name) => `grant execute on function ${name} to ${role}`),
  ...[READ_SCHEMA, APP_SCHEMA].flatMap((schema) => [
    `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
    `grant usage on all sequences in schema ${schema} to ${role}`,
  ]),
  `revoke insert, update, delete on ${APP_SCHEMA}.migration from ${role}`,
  // What operators did is added to, never changed.
  `revoke update, delete on ${APP_SCHEMA}.operator_event from ${role}`,
]

/** `create`: to build read models beside the live ones and compare; the schema is the reader's own. */
const grantReader = (role: string, database: string): string[] => [
  `grant usage on schema ${EVENT_STORE}, ${READ_SCHEMA}, ${APP_SCHEMA} to ${role}`,
  `grant select on all tables in schema ${EVENT_STORE} to ${role}`,
  `grant select on all tables in schema ${READ_SCHEMA} to ${role}`,
  `grant select on ${READER_TABLES.map((table) => `${APP_SCHEMA}.${table}`).join(', ')} to ${role}`,
  `grant insert on ${APP_SCHEMA}.operator_event to ${role}`,
  `grant create on database ${escapeIdentifier(database)} to ${role}`,
]

/**
 * Brings the database up to date and gives each role its rights, no more. Run it again at any time; an installation
 * whose server owned the tables becomes one whose server does not.
 * @throws {InvalidConfig} a role has to be made by somebody else, or two of them are the same user
 */
export const prepareDatabase = async ({ ownerUrl, writerUrl, readerUrl }: DatabaseRoles): Promise<void> => {
  const names = [ownerUrl, writerUrl, ...(readerUrl === null ? [] : [readerUrl])].map(
    (url) => userOf(url).name,
  )
  if (new Set(names).size < names.length)
    throw new InvalidConfig(
      'MIGRATION_DATABASE_URL, DATABASE_URL and READER_DATABASE_URL must name different users of the database',
    )
  await migrateAll(ownerUrl)
  await withClient(ownerUrl, 'roles', async (client) => {
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    const functions = await functionsOf(client)
    // One at a time: two that grant the same at once trip over each other.
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtextextended('youtility roles', 0))")
    const writer = await ensureRole(client, writerUrl)
    const reader = readerUrl === null ? null : await ensureRole(client, readerUrl)
    const statements = [
      ...functions.flatMap((name) => [
        `alter function ${name} security definer set search_path = ${EVENT_STORE}, pg_temp`,
        `revoke all on function ${name} from public`,
      ]),
      ...grantWriter(writer, functions),
      ...(reader === null ? [] : grantReader(reader, rows[0]?.name ?? '')),
    ]
    for (const statement of statements) await client.query(statement)
    // Nobody else may.
    await client.query(
      `delete from ${APP_SCHEMA}.operator_event where at < now() - interval '${OPERATOR_EVENT_DAYS} days'`,
    )
    await client.query('commit')
  })
}

/** Whether who connects by `url` could change or remove what stands in the log, or switch off what keeps them from it. */
export const mayRewriteLog = (url: string): Promise<boolean> =>
  withClient(url, 'roles', async (client) => {
    const { rows } = await client.query<{ may: boolean }>(
      `select has_table_privilege(c.oid, 'insert, update, delete, truncate, trigger')
         or pg_has_role(c.relowner, 'member') as may
       from pg_class c where c.oid = to_regclass('${EVENT_STORE}.event')`,
    )
    return rows[0]?.may ?? false
  })
