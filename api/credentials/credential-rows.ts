import { randomInt } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { MAX } from 'uuid'
import { STATUS_LIST_BITS } from '../contract/credential-verifier/bitstring.ts'
import type { IssuedType, SignedCredential } from '../contract/credentials.ts'
import { columnsOf } from '../database/database.ts'

export type RevokeReason = 'member' | 'superseded' | 'erased' | 'lapsed'

/** A row of `app.credential` whose subject is a member. */
export interface CredentialRow {
  readonly id: string
  readonly memberId: string
  readonly type: IssuedType
  readonly statusList: number
  readonly statusIndex: number
  readonly document: SignedCredential
  readonly documentHash: string
  readonly validUntil: Date | null
  readonly issuedAt: Date
  readonly issuePosition: bigint | null
  readonly revokedAt: Date | null
  readonly revokeReason: RevokeReason | null
  readonly revokePosition: bigint | null
}

export type NewCredential = Pick<
  CredentialRow,
  | 'id'
  | 'memberId'
  | 'type'
  | 'statusList'
  | 'statusIndex'
  | 'document'
  | 'documentHash'
  | 'validUntil'
  | 'issuedAt'
>

const COLUMNS = columnsOf<CredentialRow>(
  'id',
  'memberId',
  'type',
  'statusList',
  'statusIndex',
  'document',
  'documentHash',
  'validUntil',
  'issuedAt',
  'issuePosition',
  'revokedAt',
  'revokeReason',
  'revokePosition',
)

/** Rows whose issuing or revocation is not in the ledger yet. */
const UNRECORDED = '(issue_position is null or (revoked_at is not null and revoke_position is null))'

/** Number of random places tried in the newest list before the next list is started: by then it is nearly full. */
const PLACES_TRIED = 8

export interface CredentialPage {
  readonly limit: number
  /** Returns only credentials older than this one. */
  readonly before?: { readonly issuedAt: string; readonly id: string } | undefined
}

/** The rows of `app.credential`. */
export const createCredentialRows = (pool: Pool) => {
  const found = async (name: string, rest: string, values: unknown[]): Promise<readonly CredentialRow[]> => {
    const text = `select ${COLUMNS} from app.credential where ${rest}`
    return (await pool.query<CredentialRow>({ name, text, values })).rows
  }
  const one = async (name: string, rest: string, values: unknown[]): Promise<CredentialRow | undefined> =>
    (await found(name, rest, values))[0]

  return {
    /** A random free place in the newest list, so that neighbouring places reveal nothing about each other. */
    freePlace: async (): Promise<{ statusList: number; statusIndex: number }> => {
      const tried = Array.from({ length: PLACES_TRIED }, () => randomInt(STATUS_LIST_BITS))
      const { rows } = await pool.query<{ list: number | null; index: number | null }>({
        name: 'credential-free-place',
        text: `with newest as (select max(status_list) as list from app.credential)
          select newest.list, (
            select place from unnest($1::integer[]) as place where not exists (
              select 1 from app.credential where status_list = newest.list and status_index = place) limit 1
          ) as index from newest`,
        values: [tried],
      })
      const { list = null, index = null } = rows[0] ?? {}
      return index === null
        ? { statusList: (list ?? 0) + 1, statusIndex: randomInt(STATUS_LIST_BITS) }
        : { statusList: list ?? 1, statusIndex: index }
    },
    /** False when the member has an unrevoked credential of this type, or the place was taken meanwhile. */
    insert: async (made: NewCredential): Promise<boolean> => {
      // Locks the member's row (`for share`), so that an account that is being closed gets no new credential.
      const { rowCount } = await pool.query(
        `insert into app.credential
           (id, member_id, type, status_list, status_index, document, document_hash, valid_until, issued_at)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9
         where not exists (select 1 from app.erasure where member_id = $2)
           and exists (select 1 from app.member where id = $2 for share)
         on conflict do nothing`,
        [
          made.id,
          made.memberId,
          made.type,
          made.statusList,
          made.statusIndex,
          JSON.stringify(made.document),
          made.documentHash,
          made.validUntil,
          made.issuedAt,
        ],
      )
      return rowCount === 1
    },
    current: (memberId: string, type: IssuedType) =>
      one('credential-current', 'member_id = $1 and type = $2 and revoked_at is null', [memberId, type]),
    /** The newest credential of a type, revoked or not. */
    newest: (memberId: string, type: IssuedType) =>
      one('credential-newest', 'member_id = $1 and type = $2 order by issued_at desc, id desc limit 1', [
        memberId,
        type,
      ]),
    ofMember: (memberId: string, id: string) =>
      one('credential-of-member', 'id = $2 and member_id = $1', [memberId, id]),
    /** Unrevoked credentials of a kind that ended at `now` or before, the oldest first. */
    ended: (type: IssuedType, now: Date, limit: number) =>
      found(
        'credential-ended',
        'type = $1 and revoked_at is null and valid_until <= $2 order by valid_until limit $3',
        [type, now, limit],
      ),
    /** Newest first. */
    page: (memberId: string, { limit, before }: CredentialPage) =>
      found(
        'credential-page',
        `member_id = $1 and (issued_at, id) < ($2::timestamptz, $3::uuid)
          order by issued_at desc, id desc limit $4`,
        [memberId, before?.issuedAt ?? 'infinity', before?.id ?? MAX, limit],
      ),
    /** Takes effect immediately in the status list. A reason already stored is not replaced. */
    revoke: async (id: string, reason: RevokeReason, at: Date): Promise<void> => {
      await pool.query(
        `update app.credential set revoked_at = $2, revoke_reason = $3 where id = $1 and revoked_at is null`,
        [id, at, reason],
      )
    },
    /** Revokes all unrevoked credentials of a member. */
    revokeAll: async (memberId: string, reason: RevokeReason, at: Date): Promise<void> => {
      await pool.query(
        `update app.credential set revoked_at = $2, revoke_reason = $3 where member_id = $1 and revoked_at is null`,
        [memberId, at, reason],
      )
    },
    recorded: async (id: string, what: 'issue' | 'revoke', position: bigint): Promise<void> => {
      await pool.query(`update app.credential set ${what}_position = $2 where id = $1`, [id, position])
    },
    /** Credentials not fully recorded in the ledger, issued before `olderThan`. */
    unrecorded: (olderThan: Date, limit: number) =>
      found('credential-unrecorded', `${UNRECORDED} and issued_at < $1 order by issued_at limit $2`, [
        olderThan,
        limit,
      ]),
    unrecordedOf: (memberId: string) =>
      found('credential-unrecorded-of', `member_id = $1 and ${UNRECORDED}`, [memberId]),
    /** Erases a member's credentials, except for their revoked places in the status lists. */
    forget: async (client: PoolClient, memberId: string): Promise<void> => {
      await client.query('update app.credential set member_id = null, document = null where member_id = $1', [
        memberId,
      ])
    },
  }
}
export type CredentialRows = ReturnType<typeof createCredentialRows>
