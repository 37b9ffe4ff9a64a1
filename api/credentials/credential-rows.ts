import { randomInt } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { STATUS_LIST_BITS } from '../contract/credential-verifier/bitstring.ts'
import type { CredentialType, SignedCredential } from '../contract/credentials.ts'
import { columnsOf } from '../database.ts'

export type RevokeReason = 'member' | 'superseded' | 'erased'

/** A credential as `app.credential` has it while its subject is a member. */
export interface CredentialRow {
  readonly id: string
  readonly memberId: string
  readonly type: CredentialType
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

/** How often a place in the newest list is tried before the next list is begun: it is nearly full by then. */
const PLACES_TRIED = 8

export interface CredentialPage {
  readonly limit: number
  /** Only those before this one in the list. */
  readonly before?: { readonly issuedAt: string; readonly id: string } | undefined
}

/** The rows of `app.credential`. */
export const createCredentialRows = (pool: Pool) => {
  const one = async (text: string, name: string, values: unknown[]): Promise<CredentialRow | undefined> => {
    const { rows } = await pool.query<CredentialRow>({ name, text, values })
    return rows[0]
  }

  return {
    /** A free place at random in the newest list, so that neighbours say nothing about each other. */
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
    /** False when there is one of this type that is not revoked, or the place was taken meanwhile. */
    insert: async (made: NewCredential): Promise<boolean> => {
      // The member's row is held, so that an account that is being closed gets none more.
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
    current: (memberId: string, type: CredentialType) =>
      one(
        `select ${COLUMNS} from app.credential where member_id = $1 and type = $2 and revoked_at is null`,
        'credential-current',
        [memberId, type],
      ),
    /** The newest of a type, revoked or not. */
    newest: (memberId: string, type: CredentialType) =>
      one(
        `select ${COLUMNS} from app.credential where member_id = $1 and type = $2
         order by issued_at desc, id desc limit 1`,
        'credential-newest',
        [memberId, type],
      ),
    ofMember: (memberId: string, id: string) =>
      one(`select ${COLUMNS} from app.credential where id = $2 and member_id = $1`, 'credential-of-member', [
        memberId,
        id,
      ]),
    /** Newest first. */
    page: async (memberId: string, { limit, before }: CredentialPage): Promise<readonly CredentialRow[]> => {
      const { rows } = await pool.query<CredentialRow>({
        name: 'credential-page',
        text: `select ${COLUMNS} from app.credential
          where member_id = $1 and (issued_at, id) < ($2::timestamptz, $3::uuid)
          order by issued_at desc, id desc limit $4`,
        values: [
          memberId,
          before?.issuedAt ?? 'infinity',
          before?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff',
          limit,
        ],
      })
      return rows
    },
    /** Takes effect at once: the status list shows it from now on. The first reason stays. */
    revoke: async (id: string, reason: RevokeReason, at: Date): Promise<void> => {
      await pool.query(
        `update app.credential set revoked_at = $2, revoke_reason = $3 where id = $1 and revoked_at is null`,
        [id, at, reason],
      )
    },
    /** Every one of a member that still holds. */
    revokeAll: async (memberId: string, reason: RevokeReason, at: Date): Promise<void> => {
      await pool.query(
        `update app.credential set revoked_at = $2, revoke_reason = $3 where member_id = $1 and revoked_at is null`,
        [memberId, at, reason],
      )
    },
    recorded: async (id: string, what: 'issue' | 'revoke', position: bigint): Promise<void> => {
      await pool.query(`update app.credential set ${what}_position = $2 where id = $1`, [id, position])
    },
    /** Those that the ledger does not know all about, begun before `olderThan`. */
    unrecorded: async (olderThan: Date, limit: number): Promise<readonly CredentialRow[]> => {
      const { rows } = await pool.query<CredentialRow>({
        name: 'credential-unrecorded',
        text: `select ${COLUMNS} from app.credential
          where (issue_position is null or (revoked_at is not null and revoke_position is null))
            and issued_at < $1 order by issued_at limit $2`,
        values: [olderThan, limit],
      })
      return rows
    },
    unrecordedOf: async (memberId: string): Promise<readonly CredentialRow[]> => {
      const { rows } = await pool.query<CredentialRow>({
        name: 'credential-unrecorded-of',
        text: `select ${COLUMNS} from app.credential where member_id = $1
          and (issue_position is null or (revoked_at is not null and revoke_position is null))`,
        values: [memberId],
      })
      return rows
    },
    /** Leaves of a member's credentials their revoked places in the status lists. */
    forget: async (client: PoolClient, memberId: string): Promise<void> => {
      await client.query('update app.credential set member_id = null, document = null where member_id = $1', [
        memberId,
      ])
    },
  }
}
export type CredentialRows = ReturnType<typeof createCredentialRows>
