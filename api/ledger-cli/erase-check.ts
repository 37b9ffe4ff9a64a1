import { type Client, escapeIdentifier } from 'pg'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { walletEvents } from '../../events/wallet/events.ts'
import { memberEvents } from '../../events/profile/events.ts'
import { parseLedgerEvent } from '../../events/ledger-event.ts'
import { CLOSED_TRAIL_DAYS } from '../contract/security.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import type { Command } from './command.ts'
import { PersonalDataLeft, Unanswered, UsageError } from './failure.ts'
import { jsonLine } from './printable.ts'
import { memberIdOf } from './statement.ts'

/** Tables that record closed accounts, what they used up and destroyed keys: ids, times and keyed hashes only. */
const TOMBSTONES = new Set([
  'app.erasure',
  'app.member_key',
  'app.departed',
  'app.former_use',
  'app.former_bank_account',
  'app.proposal_reservation',
])
/** Stays for a while, so that whoever closes an account that is not theirs does not take the trail with it. */
const TRAIL = 'app.security_event'
/** Ids in other members' rows: who paid them. The log has the same ids. */
const OF_OTHERS = new Set(['app.notification.from_id'])
/** Servers purge more often than this. */
const PURGED_WITHIN_DAYS = 2
const VALUE_CHARACTERS_MIN = 3

interface Table {
  /** With its schema, quoted. */
  readonly name: string
  readonly schema: string
  /** Columns of type uuid. */
  readonly ids: readonly string[]
}

const tablesOf = async (client: Client): Promise<readonly Table[]> => {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name, n.nspname as schema,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'uuid'::regtype
         order by a.attnum) as ids
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'
     order by 1`,
  )
  return rows
}

const countOf = async (client: Client, sql: string, values: readonly unknown[]): Promise<number> => {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${sql}`, [...values])
  return Number(rows[0]?.count ?? 0)
}

/** Rows of the application's tables about the member, and keys that still decrypt their texts. */
const rowsAbout = async (client: Client, tables: readonly Table[], memberId: string): Promise<string[]> => {
  const found: string[] = []
  for (const { name, schema, ids: all } of tables) {
    const ids = all.filter((column) => !OF_OTHERS.has(`${name}.${column}`))
    if (schema !== 'app' || ids.length === 0 || TOMBSTONES.has(name) || name === TRAIL) continue
    const where = ids.map((column) => `${escapeIdentifier(column)} = $1`).join(' or ')
    const count = await countOf(client, `${name} where ${where}`, [memberId])
    if (count > 0) found.push(`${name} has ${count} row(s) of the member`)
  }
  const keys = await countOf(client, 'app.member_key where member_id = $1 and wrapped_key is not null', [
    memberId,
  ])
  if (keys > 0) found.push(`app.member_key has ${keys} key(s) of the member that are not destroyed`)
  return found
}

/** Events of the trail that stay, and those that should have been purged. */
const trailOf = async (client: Client, memberId: string): Promise<{ kept: number; found: string[] }> => {
  const { rows } = await client.query<{ kept: number; overdue: number }>(
    `select count(*) filter (where not is_over)::int as kept, count(*) filter (where is_over)::int as overdue
     from (select at < now() - make_interval(days => $2) as is_over from ${TRAIL} where member_id = $1) as trail`,
    [memberId, CLOSED_TRAIL_DAYS + PURGED_WITHIN_DAYS],
  )
  const { kept = 0, overdue = 0 } = rows[0] ?? {}
  const days = `${CLOSED_TRAIL_DAYS} days`
  return { kept, found: overdue > 0 ? [`${TRAIL} has ${overdue} row(s) older than ${days}`] : [] }
}

/** Rows of all tables that contain one of the values, ignoring case. */
const rowsHolding = async (
  client: Client,
  tables: readonly Table[],
  values: readonly string[],
): Promise<string[]> => {
  const found: string[] = []
  for (const { name } of tables) {
    for (const value of values) {
      const count = await countOf(client, `${name} t where position(lower($1) in lower(t::text)) > 0`, [
        value,
      ])
      if (count > 0) found.push(`${name} has ${count} row(s) with "${value}"`)
    }
  }
  return found
}

interface LogFindings {
  readonly found: readonly string[]
  readonly events: number
  readonly erasedAt: bigint | null
}

/**
 * Checks the log: every event that names the member must be of a known type, which contains ids and amounts, and texts
 * only as ciphertext; no event may contain one of the values.
 */
const inTheLog = async (
  store: EventStore,
  memberId: string,
  values: readonly string[],
  progress: (events: number) => void,
): Promise<LogFindings> => {
  const found: string[] = []
  const wanted = values.map((value) => value.toLowerCase())
  let events = 0
  let erasedAt: bigint | null = null
  let scanned = 0
  for await (const batch of store.scan()) {
    for (const recorded of batch) {
      scanned += 1
      const { position, streamId, type, data, metadata } = recorded
      const text = JSON.stringify({ streamId, type, data, metadata }).toLowerCase()
      for (const value of wanted)
        if (text.includes(value)) found.push(`the event at position ${position}, ${type}, holds "${value}"`)
      if (!text.includes(memberId)) continue
      events += 1
      parseLedgerEvent(recorded)
      if (streamId === memberEvents.streamOf(memberId) && type === 'MemberErased') erasedAt = position
      else if (
        erasedAt !== null &&
        walletEvents.isStream(streamId) &&
        streamId === walletEvents.streamOf(memberId)
      )
        found.push(`the wallet has an event after the erasure: position ${position}, ${type}`)
    }
    progress(scanned)
  }
  return { found, events, erasedAt }
}

export const eraseCheck: Command = {
  name: 'erase-check',
  usage: 'erase-check <member id> [--value <text>]...',
  summary: 'that nothing personal is left of a member who closed their account',
  help: `Looks for what must be gone once the log says that the member was erased (MemberErased): rows of theirs in the
application's tables, and keys to the words they wrote, which stand in the log as ciphertext. Every event that names
them must be of a known shape: ids, amounts, times. What stays is the id: in the log and in what is derived from it, in
what the account used up of the limits of its person, and in the security trail, for ${CLOSED_TRAIL_DAYS} days.

  --value <text>     something that was personal, such as an e-mail address, a name, a phone number: it must be in no
                     table of the database and in no event; may be repeated`,
  options: { value: 'list' },
  unrecorded: ['value'],
  takes: 1,
  run: async ({ store, applicationUrl, json, out, progress }, given) => {
    const memberId = memberIdOf(given.positionals[0] ?? '')
    const values = given.list('value')
    const short = values.find((value) => value.trim().length < VALUE_CHARACTERS_MIN)
    if (short !== undefined) throw new UsageError(`"${short}" is too short to look for`)
    const log = await inTheLog(store, memberId, values, progress)
    if (log.events === 0) throw new Unanswered(`No event of the log names ${memberId}`)
    const { erasedAt } = log
    if (erasedAt === null) throw new Unanswered(`The log does not say that ${memberId} was erased`)
    await withClient(applicationUrl, 'erase-check', async (client) => {
      const tables = await tablesOf(client)
      if (!tables.some(({ name }) => name === 'app.member_key'))
        throw new Unanswered('The tables of the application are not in this database')
      const trail = await trailOf(client, memberId)
      const found = [
        ...log.found,
        ...trail.found,
        ...(await rowsAbout(client, tables, memberId)),
        ...(await rowsHolding(client, tables, values)),
      ]
      if (found.length > 0) throw new PersonalDataLeft(memberId, found)
      if (json) {
        const looked = { events: log.events, tables: tables.length, values: values.length, trail: trail.kept }
        return await out(jsonLine({ ok: true, member: memberId, erasedAt, ...looked }))
      }
      await out(
        `Nothing is left of ${memberId}, erased at position ${erasedAt}, but the id in ${log.events} events: ` +
          `${tables.length} tables hold no row of theirs, no key${values.length > 0 ? `, and none of ${values.length} value(s)` : ''}. ` +
          `${trail.kept} events of the security trail stay under the id, each for ${CLOSED_TRAIL_DAYS} days.\n`,
      )
    })
  },
}
