import type { Pool } from 'pg'
import { openProposalsBy } from '../../projections/governance/queries.ts'
import { OPEN_PROPOSALS_MAX } from '../contract/governance.ts'
import { inTransaction, rowsChanged } from '../database/database.ts'
import { HttpError } from '../http/errors.ts'
import { formerAccountsOf } from '../identity/former-members.ts'

/** Longer than a proposal takes to be in the read model. */
const RESERVED_MINUTES = 10
const RESERVED = `
  select proposal_id as id from app.proposal_reservation
  where member_id = $1 and reserved_at > now() - interval '${RESERVED_MINUTES} minutes'`

interface NewProposal {
  readonly proposalId: string
  readonly memberId: string
}

/** How many proposals a person may have open, however many are opened at once. */
export interface OpenProposals {
  /** Lets a proposal in; safe to repeat. @throws {HttpError} 422 `too_many_proposals` */
  readonly reserve: (proposal: NewProposal) => Promise<void>
  /** One that was refused after all does not count. */
  readonly giveBack: (proposalId: string) => Promise<void>
  readonly purge: () => Promise<number>
}

export const createOpenProposals = (pool: Pool): OpenProposals => ({
  reserve: async ({ proposalId, memberId }) => {
    // What one opened with an account that one has closed is still on everybody's list.
    const persons = [memberId, ...(await formerAccountsOf(pool, memberId))]
    await inTransaction(pool, async (client) => {
      await client.query(`select pg_advisory_xact_lock(hashtextextended('proposals ' || $1::text, 0))`, [
        memberId,
      ])
      const { rows: reserved } = await client.query<{ id: string }>(RESERVED, [memberId])
      const open = new Set([
        ...(await openProposalsBy(client, persons)).map(({ id }) => id),
        ...reserved.map(({ id }) => id),
      ])
      // A retry: it counts already.
      if (open.has(proposalId)) return
      if (open.size >= OPEN_PROPOSALS_MAX)
        throw new HttpError(
          422,
          'too_many_proposals',
          `You have ${OPEN_PROPOSALS_MAX} proposals open, the most there can be. Wait until the voting on one of them has ended.`,
        )
      await client.query(
        'insert into app.proposal_reservation (proposal_id, member_id, reserved_at) values ($1, $2, now())',
        [proposalId, memberId],
      )
    })
  },
  giveBack: async (proposalId) => {
    await pool.query('delete from app.proposal_reservation where proposal_id = $1', [proposalId])
  },
  purge: () =>
    rowsChanged(
      pool,
      `delete from app.proposal_reservation where reserved_at < now() - interval '${RESERVED_MINUTES} minutes'`,
      [],
    ),
})
