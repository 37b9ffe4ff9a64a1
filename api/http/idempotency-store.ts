import type { Pool } from 'pg'
import { gatherCalls } from './batching.ts'

/** One intent of one member, as identified by a request. */
export interface Intent {
  readonly memberId: string
  /** UUID, lower case. */
  readonly key: string
  /** Operation id. */
  readonly route: string
  /** Hash of the request's parameters and body. */
  readonly bodyHash: string
}

/** The stored answer of an intent. */
export interface StoredResponse {
  readonly status: number
  readonly body: unknown
  readonly position: bigint | undefined
}

/**
 * State of an intent: `new` (just stored), `completed` with its answer, `unfinished` (begun before and never
 * completed), or `mismatch` (the key belongs to another request). `begunAfter`: a ledger position that the log had reached
 * when the key was first taken; absent where that is not known.
 */
export type Begun =
  | { readonly state: 'new' }
  | { readonly state: 'completed'; readonly response: StoredResponse }
  | { readonly state: 'unfinished'; readonly begunAfter?: bigint }
  | { readonly state: 'mismatch' }

type Beginning = Intent & { readonly begunAfter?: bigint }

export interface IdempotencyStore {
  /** Takes the key unless it is taken; `begunAfter`: a ledger position that the log has reached already. */
  readonly begin: (intent: Beginning) => Promise<Begun>
  /**
   * Stores a new intent with its refusal, which no event records. Undefined when it was stored; otherwise the state of
   * the intent, which existed before.
   */
  readonly storeRefusal: (intent: Intent, response: StoredResponse) => Promise<Begun | undefined>
  /** Whether the key is stored already, for any request. */
  readonly isKnown: (intent: Intent) => Promise<boolean>
  /**
   * Takes back what the log does not bear out, the answer of an intent or where it was begun: the intent is then
   * unfinished, and what was done is looked for in the whole stream.
   */
  readonly takeBack: (intent: Intent, position: bigint | undefined) => Promise<void>
  /** Stores the answer of an intent; the first one wins and is returned. */
  readonly complete: (intent: Intent, response: StoredResponse) => Promise<StoredResponse>
}

interface Row {
  readonly inserted: boolean
  readonly route: string | null
  readonly body_hash: string | null
  readonly status: number | null
  readonly response: unknown
  readonly position: bigint | null
  readonly begun_after: bigint | null
}

/** Undefined also when the answer of a success has been deleted: the ledger still has it and is asked again. */
const responseOf = ({ status, response, position }: Row): StoredResponse | undefined =>
  status === null || (response === null && status < 400 && status !== 204)
    ? undefined
    : { status, body: response ?? undefined, position: position ?? undefined }

/** The route of a key that was found in the log alone (`ledger -- reconcile`), which says nothing of the request. */
export const FOUND_IN_LOG = ''

const stateOf = (row: Row, intent: Intent): Begun | undefined => {
  if (row.inserted) return { state: 'new' }
  if (row.route === null) return undefined
  if (row.route !== FOUND_IN_LOG && (row.route !== intent.route || row.body_hash !== intent.bodyHash))
    return { state: 'mismatch' }
  const response = responseOf(row)
  if (response) return { state: 'completed', response }
  return { state: 'unfinished', ...(row.begun_after !== null && { begunAfter: row.begun_after }) }
}

const BEGIN = `
  with wanted as (
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[]) with ordinality
      as w (member_id, key, route, body_hash, begun_after, place)
  ), inserted as (
    insert into app.idempotency_key (member_id, key, route, body_hash, begun_after, created_at)
    select member_id, key, route, body_hash, begun_after, now() from wanted order by member_id, key
    on conflict do nothing returning member_id, key
  )
  select (i.key is not null) as inserted, k.route, k.body_hash, k.status, k.response, k.position, k.begun_after
  from wanted w
  left join inserted i on i.member_id = w.member_id and i.key = w.key
  left join app.idempotency_key k on k.member_id = w.member_id and k.key = w.key
  order by w.place`

const COMPLETE = `
  with done as (
    select d.* from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::json[], $5::bigint[])
      as d (member_id, key, status, response, position)
    cross join set_config('synchronous_commit', $6, true)
  ), locked as (
    select k.member_id, k.key from app.idempotency_key k join done d on d.member_id = k.member_id and d.key = k.key
    where k.status is null order by k.member_id, k.key for update of k
  )
  update app.idempotency_key k set status = d.status, response = d.response, position = d.position
  from done d join locked l on l.member_id = d.member_id and l.key = d.key
  where k.member_id = d.member_id and k.key = d.key and k.status is null
  returning k.member_id, k.key`

const TAKE_BACK = `
  update app.idempotency_key set status = null, response = null, position = null, begun_after = null
  where member_id = $1 and key = $2 and (position = $3 or status is null)`

const STORE_ANSWER = `
  insert into app.idempotency_key (member_id, key, route, body_hash, created_at, status, response)
  values ($1, $2, $3, $4, now(), $5, $6) on conflict do nothing`

const READ = `
  select false as inserted, k.route, k.body_hash, k.status, k.response, k.position, k.begun_after
  from unnest($1::uuid[], $2::uuid[]) with ordinality as w (member_id, key, place)
  left join app.idempotency_key k on k.member_id = w.member_id and k.key = w.key
  order by w.place`

const nameOf = ({ memberId, key }: { readonly memberId: string; readonly key: string }): string =>
  `${memberId}:${key}`

/** How often `begin` retries for a key that another connection is writing at this moment. */
const LOOKS_MAX = 20

/**
 * Idempotency keys in `app.idempotency_key`; `begin` and `complete` of concurrent requests are batched into one
 * statement each.
 *
 * Storing a key waits for the disk: if a crash of Postgres lost it, an append repeated after the crash would be in the
 * ledger without its key, and the same key could send again. Storing a refusal waits too, since no event records it. If
 * a stored success is lost, the command only runs again and finds its events in the ledger.
 */
export const createIdempotencyStore = (pool: Pool): IdempotencyStore => {
  const beginOnce = gatherCalls<Beginning, Begun | undefined>({
    run: async (intents) => {
      const { rows } = await pool.query<Row>({
        name: 'idempotency-begin',
        text: BEGIN,
        values: [
          intents.map(({ memberId }) => memberId),
          intents.map(({ key }) => key),
          intents.map(({ route }) => route),
          intents.map(({ bodyHash }) => bodyHash),
          intents.map(({ begunAfter }) => begunAfter ?? null),
        ],
      })
      return intents.map((intent, index) => {
        const row = rows[index]
        return row && stateOf(row, intent)
      })
    },
  })

  const begin = async (intent: Beginning): Promise<Begun> => {
    for (let look = 0; look < LOOKS_MAX; look++) {
      // Undefined: the row was committed by another connection after this statement's snapshot.
      const begun = await beginOnce(intent)
      if (begun) return begun
    }
    throw new Error('An idempotency key could neither be written nor read')
  }

  const complete = gatherCalls<{ intent: Intent; response: StoredResponse }, StoredResponse>({
    run: async (calls) => {
      const members = calls.map(({ intent }) => intent.memberId)
      const keys = calls.map(({ intent }) => intent.key)
      const { rows } = await pool.query<{ member_id: string; key: string }>({
        name: 'idempotency-complete',
        text: COMPLETE,
        values: [
          members,
          keys,
          calls.map(({ response }) => response.status),
          calls.map(({ response }) => (response.body === undefined ? null : JSON.stringify(response.body))),
          calls.map(({ response }) => response.position ?? null),
          calls.every(({ response }) => response.status < 400) ? 'off' : 'on',
        ],
      })
      const won = new Set(rows.map(({ member_id, key }) => nameOf({ memberId: member_id, key })))
      if (won.size === calls.length) return calls.map(({ response }) => response)
      const { rows: kept } = await pool.query<Row>({
        name: 'idempotency-read',
        text: READ,
        values: [members, keys],
      })
      return calls.map(({ response }, index) => {
        const row = kept[index]
        return (row && responseOf(row)) ?? response
      })
    },
  })

  const isKnown = gatherCalls<Intent, boolean>({
    run: async (intents) => {
      const { rows } = await pool.query<Row>({
        name: 'idempotency-read',
        text: READ,
        values: [intents.map(({ memberId }) => memberId), intents.map(({ key }) => key)],
      })
      return rows.map(({ route }) => route !== null)
    },
  })

  return {
    begin,
    isKnown,
    storeRefusal: async (intent, { status, body }) => {
      const { memberId, key, route, bodyHash } = intent
      const { rowCount } = await pool.query({
        name: 'idempotency-keep',
        text: STORE_ANSWER,
        values: [memberId, key, route, bodyHash, status, JSON.stringify(body)],
      })
      return rowCount === 1 ? undefined : begin(intent)
    },
    takeBack: async ({ memberId, key }, position) => {
      await pool.query({
        name: 'idempotency-take-back',
        text: TAKE_BACK,
        values: [memberId, key, position ?? null],
      })
    },
    complete: (intent, response) => complete({ intent, response }),
  }
}
