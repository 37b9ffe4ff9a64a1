import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import { Refusal } from '../../events/refusal.ts'
import type { VerifiedTime } from '../../events/wallet/interest.ts'
import type { Announcements } from '../../projections/announcements.ts'
import { CheckReason, type IdentityState } from '../contract/identity-check.ts'
import { createRowCache } from '../database/row-cache.ts'
import { gatherCalls } from '../http/batching.ts'

/** States of one check. `starting`: the provider has not answered yet. */
export type CheckState = 'starting' | 'open' | 'processing' | 'verified' | 'rejected' | 'ended'

/** Where a member stands now. */
export interface Standing {
  readonly state: IdentityState
  /** Until when they are verified, or were at last; null: never. */
  readonly verifiedUntil: Date | null
  /** Who has to act in a check under way. */
  readonly waitsFor: 'member' | 'provider' | null
  /** Why the newest check did not succeed. */
  readonly reason: CheckReason | null
}

/** What is known of a member's checks; the same until one changes. */
interface Known {
  readonly verifiedUntil: Date | null
  readonly newest: { readonly state: CheckState; readonly reason: string | null } | null
}

interface Row {
  readonly member_id: string
  readonly state: CheckState
  readonly reason: string | null
  readonly verified_until: Date | null
}

const READ = {
  name: 'person-standings',
  text: `select distinct on (member_id) member_id, state, reason,
      max(verified_until) over (partition by member_id) as verified_until
    from app.person_check where member_id = any($1) order by member_id, began_at desc, id desc`,
}

/** A verification holds from the look that found it. */
const VERIFIED_TIMES = {
  name: 'person-verified-times',
  text: `select member_id, changed_at, verified_until from app.person_check
    where member_id = any($1) and verified_until is not null`,
}

const CACHED_MAX = 20_000

/** A reason that a later release has stored is none that this one can name. */
export const reasonOf = (text: string | null): CheckReason | null =>
  text === null ? null : (CheckReason.safeParse(text).data ?? 'other')

/** Whether a check waits for its member, or for whoever looks at it. */
export const isUnderWay = ({ state }: { readonly state: CheckState }): boolean =>
  state === 'starting' || state === 'open' || state === 'processing'

const stateOf = ({ verifiedUntil, newest }: Known, now: Date): IdentityState => {
  if (verifiedUntil !== null && verifiedUntil > now) return 'verified'
  if (newest !== null && isUnderWay(newest)) return 'pending'
  if (newest?.state === 'rejected') return 'rejected'
  return verifiedUntil === null ? 'unverified' : 'lapsed'
}

const waitsFor = ({ newest }: Known): Standing['waitsFor'] => {
  if (newest?.state === 'processing') return 'provider'
  return newest?.state === 'starting' || newest?.state === 'open' ? 'member' : null
}

const standingAt = (known: Known, now: Date): Standing => ({
  state: stateOf(known, now),
  verifiedUntil: known.verifiedUntil,
  waitsFor: waitsFor(known),
  reason: known.newest?.state === 'rejected' ? reasonOf(known.newest.reason) : null,
})

/** What a member's checks, newest first, say of them. */
export const standingOfChecks = (
  rows: readonly {
    readonly state: CheckState
    readonly reason: string | null
    readonly verifiedUntil: Date | null
  }[],
  now: Date,
): Standing =>
  standingAt(
    {
      newest: rows[0] ?? null,
      verifiedUntil: rows.reduce<Date | null>(
        (last, { verifiedUntil: until }) => (until && (!last || until > last) ? until : last),
        null,
      ),
    },
    now,
  )

/** What is wrong, and what the member can do about it. */
const REMEDIES: Readonly<Record<Exclude<IdentityState, 'verified'>, string>> = {
  unverified:
    'This needs a verified identity, and you have not shown who you are yet. Verify your identity in your profile; it takes a few minutes.',
  pending:
    'This needs a verified identity, and yours is not verified yet. Your profile shows what is still to be done.',
  rejected:
    'This needs a verified identity, and yours could not be verified. Your profile says why, and lets you try again.',
  lapsed:
    'This needs a verified identity, and your verification has lapsed. Renew it in your profile; it takes a few minutes.',
}

/** Who is verified. */
export interface Standings {
  /** From memory after the first time, so that a payment costs no query more. */
  readonly standingOf: (memberId: string) => Promise<Standing>
  /**
   * For what only somebody who is verified may do.
   * @throws {Refusal} `identity_unverified` with what to do about it; `identity_check_closed`: nothing can be done here
   */
  readonly assertVerified: (memberId: string) => Promise<void>
  /** When each of these members was verified, by id, past the memory; whoever never was is left out. */
  readonly verifiedTimes: (
    memberIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly VerifiedTime[]>>
  /** Cents that the member may hold when adding, and send in a day, while not verified; null: they are verified. */
  readonly unverifiedCents: (memberId: string) => Promise<bigint | null>
}

export const createStandings = ({
  pool,
  announcements,
  clock,
  isOpen,
  limitCents,
}: {
  readonly pool: Pool
  readonly announcements: Pick<Announcements, 'listen' | 'isCurrent'>
  readonly clock: Clock
  /** Whether anybody looks at documents here. */
  readonly isOpen: boolean
  readonly limitCents: bigint
}): Standings => {
  const cache = createRowCache<Known>({ announcements, channel: 'person_changed', max: CACHED_MAX })
  const read = gatherCalls<string, Known>({
    run: async (ids) => {
      const { rows } = await pool.query<Row>({ ...READ, values: [[...new Set(ids)]] })
      const found = new Map(rows.map((row) => [row.member_id, row]))
      return ids.map((id) => {
        const row = found.get(id)
        if (!row) return { verifiedUntil: null, newest: null }
        const { state, reason, verified_until: verifiedUntil } = row
        return { verifiedUntil, newest: { state, reason } }
      })
    },
  })
  const standingOf: Standings['standingOf'] = async (memberId) => {
    const known = cache.get(memberId) ?? (await cache.load(memberId, read))
    return standingAt(known ?? { verifiedUntil: null, newest: null }, clock())
  }
  return {
    standingOf,
    assertVerified: async (memberId) => {
      const { state } = await standingOf(memberId)
      if (state === 'verified') return
      if (!isOpen)
        throw new Refusal(
          'identity_check_closed',
          'This needs a verified identity, and identities cannot be verified here yet. Whoever runs this service can tell you more: see Help.',
        )
      throw new Refusal('identity_unverified', REMEDIES[state])
    },
    verifiedTimes: async (memberIds) => {
      const { rows } = await pool.query<{ member_id: string; changed_at: Date; verified_until: Date }>({
        ...VERIFIED_TIMES,
        values: [memberIds],
      })
      const times = new Map<string, VerifiedTime[]>()
      for (const { member_id: memberId, changed_at: from, verified_until: until } of rows) {
        const time = { from: from.toISOString(), until: until.toISOString() }
        times.set(memberId, [...(times.get(memberId) ?? []), time])
      }
      return times
    },
    unverifiedCents: async (memberId) =>
      (await standingOf(memberId)).state === 'verified' ? null : limitCents,
  }
}
