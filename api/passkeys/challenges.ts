import { hash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import { purgeOlder } from '../database/database.ts'
import type { ToConfirm } from '../http/fresh-sign-in.ts'

/** How long an authenticator has time to sign. */
export const CHALLENGE_MS = 5 * 60_000
/** Open challenges of one session, such as in several tabs. */
const OPEN_MAX = 5

const TRIM = `
  delete from app.passkey_challenge where member_id = $1 and session_hash = $2 and challenge not in (
    select challenge from app.passkey_challenge where member_id = $1 and session_hash = $2
    order by created_at desc, challenge limit ${OPEN_MAX})`

const challengeOf = (nonce: string, action: string): string =>
  hash('sha256', JSON.stringify([nonce, action]), 'base64url')

/** Challenges in `app.passkey_challenge`, each the hash of what is confirmed with it, so any server takes them. */
export const createChallenges = ({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }) => ({
  issue: async ({ memberId, session, action }: ToConfirm): Promise<string> => {
    const nonce = randomBytes(32).toString('base64url')
    const challenge = challengeOf(nonce, action)
    await pool.query(
      `insert into app.passkey_challenge (challenge, nonce, member_id, session_hash, created_at)
       values ($1, $2, $3, $4, $5)`,
      [challenge, nonce, memberId, session, clock()],
    )
    await pool.query(TRIM, [memberId, session])
    return challenge
  },
  /** Whether it was issued to this session for this action; deleted before anything else, so it is taken once. */
  take: async (challenge: string, { memberId, session, action }: ToConfirm): Promise<boolean> => {
    const { rows } = await pool.query<{ nonce: string }>(
      `delete from app.passkey_challenge
       where challenge = $1 and member_id = $2 and session_hash = $3 and created_at > $4 returning nonce`,
      [challenge, memberId, session, new Date(clock().getTime() - CHALLENGE_MS)],
    )
    const [taken] = rows
    return taken !== undefined && challengeOf(taken.nonce, action) === challenge
  },
  purge: purgeOlder({ pool, clock }, 'app.passkey_challenge', 'created_at', CHALLENGE_MS),
})
