import { type Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg'
import { InvalidConfig } from '../config/invalid-config.ts'
import { APP_SCHEMA } from './app-schema.ts'
import { migrateAll } from './migrations.ts'
import { READ_SCHEMA } from '../../projections/schema.ts'
import { SCHEMA as EVENT_STORE } from '../../events/store/postgres/event-store-schema.ts'
import { withClient } from '../../events/store/postgres/with-client.ts'

/** The users of the database: each a URL with user name and password. */
interface DatabaseRoles {
  /** Owns the tables and changes them; no server connects as this user. */
  readonly ownerUrl: string
  /** The server: appends to the log through its functions only, writes read models and application tables. */
  readonly writerUrl: string
  /** The auditor's tools; null where there are none. */
  readonly readerUrl: string | null
}

/**
 * Tables of `app` that the auditor's tools read: checkpoints, audit trail, and the sides of the bank and the broker. The others are personal
 * data or keys.
 */
const READER_TABLES = [
  'log_key',
  'log_checkpoint',
  'log_cosignature',
  'operator_event',
  'security_event',
  'bank_transaction',
  'bank_statement',
  'market_statement',
]

/** The same retention as members' events; see api/security-trail/security-events.ts. */
const OPERATOR_EVENT_DAYS = 400

/** Postgres error code: insufficient privilege. */
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * What Postgres answers when another session made or changed the role meanwhile: internal error ("tuple concurrently
 * updated"), duplicate object, unique violation. Roles belong to all databases of a Postgres, and locks of ours to one.
 */
const MEANWHILE_CHANGED = new Set(['XX000', '42710', '23505'])

/** Each session that we lose to has done its part, so as many as start at once are enough. */
const ROLE_ATTEMPTS = 20

const userOf = (url: string): { readonly name: string; readonly password: string } => {
  const { username, password } = new URL(url)
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
}

/**
 * Creates the role, or sets its password to that of the URL. Where the owner may not create roles, it must exist. Not
 * within a transaction: a role that is being changed fails whoever else changes it until the commit.
 * @returns the role's name, escaped
 */
const ensureRole = async (client: Client, url: string): Promise<string> => {
  const { name, password } = userOf(url)
  const role = escapeIdentifier(name)
  const login = password === '' ? 'login' : `login password ${escapeLiteral(password)}`
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query('select from pg_roles where rolname = $1', [name])
    const known = rows.length > 0
    try {
      await client.query(`${known ? 'alter' : 'create'} role ${role} ${login}`)
      return role
    } catch (error) {
      const code = error instanceof DatabaseError ? (error.code ?? '') : ''
      if (code === INSUFFICIENT_PRIVILEGE && known) return role
      if (code === INSUFFICIENT_PRIVILEGE)
        throw new InvalidConfig(
          `The user of MIGRATION_DATABASE_URL may not make the role ${name}: make it yourself (create role … login password …), then run this again`,
        )
      if (!MEANWHILE_CHANGED.has(code) || attempt === ROLE_ATTEMPTS) throw error
    }
  }
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
 * The log is written by functions that run with their owner's rights, so the caller needs no write access to the tables
 * and can only append at the end, in order.
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
  `revoke insert, update, delete on ${APP_SCHEMA}.migration, ${APP_SCHEMA}.release_level from ${role}`,
  // The operators' trail is append-only.
  `revoke update, delete on ${APP_SCHEMA}.operator_event from ${role}`,
]

/** `create` allows the auditor to build read models beside the live ones, in a schema of their own, and to compare. */
const grantReader = (role: string, database: string): string[] => [
  `grant usage on schema ${EVENT_STORE}, ${READ_SCHEMA}, ${APP_SCHEMA} to ${role}`,
  `grant select on all tables in schema ${EVENT_STORE} to ${role}`,
  `grant select on all tables in schema ${READ_SCHEMA} to ${role}`,
  `grant select on ${READER_TABLES.map((table) => `${APP_SCHEMA}.${table}`).join(', ')} to ${role}`,
  `grant insert on ${APP_SCHEMA}.operator_event to ${role}`,
  `grant create on database ${escapeIdentifier(database)} to ${role}`,
]

/**
 * Migrates the database and grants each role exactly the rights it needs. Safe to repeat; an installation whose server
 * owned the tables becomes one whose server does not.
 * @throws {InvalidConfig} a role has to be created by somebody else, or two of the URLs name the same user
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
    const writer = await ensureRole(client, writerUrl)
    const reader = readerUrl === null ? null : await ensureRole(client, readerUrl)
    // Under a lock: two sessions that grant the same rights at once fail.
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtextextended('youtility roles', 0))")
    const statements = [
      ...functions.flatMap((name) => [
        `alter function ${name} security definer set search_path = ${EVENT_STORE}, pg_temp`,
        `revoke all on function ${name} from public`,
      ]),
      ...grantWriter(writer, functions),
      ...(reader === null ? [] : grantReader(reader, rows[0]?.name ?? '')),
    ]
    for (const statement of statements) await client.query(statement)
    // Only the owner may delete these rows.
    await client.query(
      `delete from ${APP_SCHEMA}.operator_event where at < now() - interval '${OPERATOR_EVENT_DAYS} days'`,
    )
    await client.query('commit')
  })
}

/** Whether the user of `url` could change or delete events in the log, or disable the triggers that prevent it. */
export const mayRewriteLog = (url: string): Promise<boolean> =>
  withClient(url, 'roles', async (client) => {
    const { rows } = await client.query<{ may: boolean }>(
      `select has_table_privilege(c.oid, 'insert, update, delete, truncate, trigger')
         or pg_has_role(c.relowner, 'member') as may
       from pg_class c where c.oid = to_regclass('${EVENT_STORE}.event')`,
    )
    return rows[0]?.may ?? false
  })
