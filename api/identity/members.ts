import type { Pool, PoolClient } from 'pg'
import { newId, type Clock } from '../../events/ids.ts'
import { hasCode } from '../../events/thrown.ts'
import type { Announcements } from '../../projections/announcements.ts'
import { gatherCalls } from '../http/batching.ts'
import { createRowCache } from '../database/row-cache.ts'
import type { Blocks } from './blocks.ts'
import type { FormerMembers } from './former-members.ts'
import { handleCandidates } from './handles.ts'
import { parseIdentifier, type Identifier } from './identifier.ts'
import { columnsOf, inTransaction } from '../database/database.ts'

/** A row of `app.member`: personal data, which never enters the ledger. */
export interface Member {
  readonly id: string
  readonly email: string
  /** Lower case, without @. */
  readonly handle: string
  readonly givenName: string
  readonly familyName: string
  readonly name: string
  /** An https URL. */
  readonly picture: string | null
}

/** Profile of a person who signs in, from the identity provider. */
export interface Profile {
  readonly issuer: string
  readonly subject: string
  /** Verified by the provider. */
  readonly email: string
  readonly givenName: string
  readonly familyName: string
  /** Null: none that may be shown; the handle takes its place. */
  readonly name: string | null
  readonly picture: string | null
}

export interface Members {
  readonly byId: (id: string) => Promise<Member | undefined>
  /** Existing members by id; those not cached are read in one query. */
  readonly byIds: (ids: readonly string[]) => Promise<ReadonlyMap<string, Member>>
  /**
   * The member with a handle, e-mail address or DID, for the member `by`: whoever has blocked `by` is not found, and
   * that takes as long as for a name that nobody has. An e-mail address that several members have (two providers can
   * verify the same one) matches nobody: money must not go to a guess.
   */
  readonly find: (identifier: string, by: string) => Promise<Member | undefined>
  /** The same, blocked or not; never to be shown to whoever asked, unless they know the member from elsewhere. */
  readonly findAnybody: (identifier: string) => Promise<Member | undefined>
  /** The member of an (issuer, subject): created at the first sign-in, updated at each one. */
  readonly signedIn: (profile: Profile) => Promise<Member>
  /** Drops a member from the cache, after a change or erasure by other means than this module. */
  readonly invalidate: (id: string) => void
}

const COLUMNS = columnsOf<Member>('id', 'email', 'handle', 'givenName', 'familyName', 'name', 'picture')

/** A closed account had the handle. */
class FormerHandle extends Error {}

/** Whether a member has or had the handle, or one that looks the same; see the trigger on `app.member`. */
export const isHandleTaken = (error: unknown): boolean =>
  error instanceof FormerHandle ||
  (hasCode(error, '23505') &&
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === 'member_handle_key')

/** To be called after taking a handle, in the same transaction. @throws what {@link isHandleTaken} knows */
export const assertNoFormerHandle = async (
  formerMembers: Pick<FormerMembers, 'isFormerHandle'>,
  client: PoolClient,
  handle: string,
): Promise<void> => {
  if (await formerMembers.isFormerHandle(client, handle)) throw new FormerHandle()
}

/** Sufficient, since the candidates after the names are random. */
const HANDLE_ATTEMPTS_MAX = 20

const CACHED_MAX = 20_000

/**
 * Members in `app.member`, cached by id, and member ids cached by handle. E-mail addresses are queried every time,
 * since no announcement says that another member has received the same one.
 */
export const createMembers = ({
  pool,
  clock,
  announcements,
  formerMembers,
  blocks,
}: {
  readonly pool: Pool
  readonly clock: Clock
  /** Announcements of the pool's database: members that change in other processes. */
  readonly announcements: Announcements
  readonly formerMembers: Pick<FormerMembers, 'recordReturn' | 'isFormerHandle'>
  readonly blocks: Pick<Blocks, 'blockersOf'>
}): Members => {
  const cacheOptions = { announcements, channel: 'member_changed', max: CACHED_MAX }
  const cache = createRowCache<Member>(cacheOptions)
  const handles = createRowCache<Pick<Member, 'id'>>(cacheOptions)

  const readById = gatherCalls<string, Member | undefined>({
    run: async (ids) => {
      const { rows } = await pool.query<Member>({
        name: 'member-by-id',
        text: `select ${COLUMNS} from app.member where id = any($1)`,
        values: [[...new Set(ids)]],
      })
      const found = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => found.get(id))
    },
  })

  const byId = async (id: string): Promise<Member | undefined> => cache.get(id) ?? cache.load(id, readById)

  const readByHandle = gatherCalls<string, Member | undefined>({
    run: async (handles) => {
      // Also by a former handle, which stays reserved for its member.
      const { rows } = await pool.query<Member & { asked: string }>({
        name: 'member-by-handle',
        text: `select asked, ${COLUMNS} from app.member
          join (select handle as asked, member_id from app.handle where handle = any($1)) as had on member_id = id`,
        values: [[...new Set(handles)]],
      })
      const found = new Map(rows.map(({ asked, ...member }) => [asked, member]))
      return handles.map((handle) => found.get(handle))
    },
  })

  /** Caches only the id of a handle's member, so that members themselves are cached in one place. */
  const byHandle = async (handle: string): Promise<Member | undefined> => {
    const known = handles.get(handle)
    const member = known && (await byId(known.id))
    if (member) return member
    let found: Member | undefined
    await handles.load(handle, async () => {
      found = await readByHandle(handle)
      return found && { id: found.id }
    })
    return found
  }

  const byEmail = async (email: string): Promise<Member | undefined> => {
    const { rows } = await pool.query<Member>({
      name: 'member-by-email',
      text: `select ${COLUMNS} from app.member where lower(email) = $1 limit 2`,
      values: [email],
    })
    const [only, second] = rows
    return second ? undefined : only
  }

  const update = async (profile: Profile): Promise<Member | undefined> => {
    const { issuer, subject, email, givenName, familyName, name, picture } = profile
    const { rows } = await pool.query<Member>(
      `update app.member set email = $3, given_name = $4, family_name = $5, name = coalesce($6, handle), picture = $7, signed_in_at = $8
       where issuer = $1 and subject = $2 returning ${COLUMNS}`,
      [issuer, subject, email, givenName, familyName, name, picture, clock()],
    )
    return rows[0]
  }

  const insert = async (profile: Profile, handle: string): Promise<Member | undefined> => {
    const { issuer, subject, email, givenName, familyName, name, picture } = profile
    return inTransaction(pool, async (client) => {
      const { rows } = await client.query<Member>(
        `insert into app.member
           (id, issuer, subject, email, handle, given_name, family_name, name, picture, created_at, signed_in_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
         on conflict (issuer, subject) do nothing returning ${COLUMNS}`,
        [newId(), issuer, subject, email, handle, givenName, familyName, name ?? handle, picture, clock()],
      )
      const [row] = rows
      if (!row) return undefined
      await assertNoFormerHandle(formerMembers, client, handle)
      await formerMembers.recordReturn(client, profile, row.id)
      return row
    })
  }

  const signedIn = async (profile: Profile): Promise<Member> => {
    let attempts = 0
    for (const handle of handleCandidates(profile)) {
      // Another request may have created this member, or taken this handle, since the last attempt.
      const known = await update(profile)
      if (known) {
        cache.invalidate(known.id)
        return known
      }
      try {
        const made = await insert(profile, handle)
        if (made) return made
      } catch (error) {
        if (!isHandleTaken(error) || ++attempts >= HANDLE_ATTEMPTS_MAX) throw error
      }
    }
    throw new Error('There is always another handle to try')
  }

  const lookUp = (identifier: Identifier): Promise<Member | undefined> => {
    switch (identifier.kind) {
      case 'id':
        return byId(identifier.id)
      case 'handle':
        return byHandle(identifier.handle)
      case 'email':
        return byEmail(identifier.email)
      default:
        return identifier satisfies never
    }
  }

  /** Asks the database as for a name that nobody has: one that somebody has is answered from memory. */
  const askedInVain = async (identifier: Identifier): Promise<void> => {
    if (identifier.kind === 'id') await readById(identifier.id)
    if (identifier.kind === 'handle') await readByHandle(identifier.handle)
  }

  const find: Members['find'] = async (text, by) => {
    const identifier = parseIdentifier(text)
    if (!identifier) return undefined
    const [found, blockers] = await Promise.all([lookUp(identifier), blocks.blockersOf(by)])
    if (found === undefined || !blockers.has(found.id)) return found
    await askedInVain(identifier)
    return undefined
  }

  return {
    byId,
    byIds: async (ids) => {
      const members = await Promise.all([...new Set(ids)].map(byId))
      return new Map(members.flatMap((member) => (member ? [[member.id, member] as const] : [])))
    },
    find,
    findAnybody: async (text) => {
      const identifier = parseIdentifier(text)
      return identifier ? lookUp(identifier) : undefined
    },
    signedIn,
    invalidate: (id) => {
      cache.invalidate(id)
      handles.invalidateWhere((known) => known.id === id)
    },
  }
}
