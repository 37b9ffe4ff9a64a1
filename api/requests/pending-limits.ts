import type { PoolClient } from 'pg'
import { Refusal } from '../../events/refusal.ts'
import { pendingCounts } from '../../projections/requests/queries.ts'
import { PENDING_REQUESTS } from '../contract/limits.ts'
import { inTransaction, rowsChanged } from '../database/database.ts'
import type { Platform } from '../platform.ts'

/** Longer than a request takes to be in the read model. After that, one that never got there no longer counts. */
const RESERVED_MINUTES = 10

/** A request before it is made. */
interface NewRequest {
  readonly requestId: string
  readonly requesterId: string
  readonly payerId: string
}

/** How many requests may be pending, however many are made at once. */
export interface PendingLimits {
  /**
   * Lets a request in; it counts from now on. Repeating it changes nothing.
   * @throws {Refusal} there would be too many
   */
  readonly reserve: (request: NewRequest) => Promise<void>
  /** Deletes reservations that no longer count. */
  readonly purge: () => Promise<number>
}

const refusal = (code: Refusal['code'], sentence: string): Refusal =>
  new Refusal(code, sentence, { from_user_identifier: sentence })

interface Reserved {
  readonly request_id: string
  readonly payer_id: string
  readonly requester_id: string
}

/** One after the other, for each of the two members; always in the same order, so that nobody waits in a circle. */
const takeTurn = (client: PoolClient, { payerId, requesterId }: NewRequest) =>
  client.query({
    name: 'request-turn',
    text: `select pg_advisory_xact_lock(hashtextextended('requests ' || id, 0)) from unnest($1::text[]) as id`,
    values: [[payerId, requesterId].toSorted()],
  })

const reservedWith = async (
  client: PoolClient,
  { payerId, requesterId }: NewRequest,
): Promise<readonly Reserved[]> => {
  const { rows } = await client.query<Reserved>({
    name: 'request-reservations',
    text: `select request_id, payer_id, requester_id from app.request_reservation
           where (payer_id = $1 or requester_id = $2) and reserved_at > now() - interval '${RESERVED_MINUTES} minutes'`,
    values: [payerId, requesterId],
  })
  return rows
}

/**
 * Counts what is pending in the read model and what was let in and is not there yet, under a lock of both members: of
 * any number of requests at once, the last to fit is the last to be let in. Members whom the payer has blocked don't
 * count for the payer.
 */
export const createPendingLimits = ({ pool, blocks }: Pick<Platform, 'pool' | 'blocks'>): PendingLimits => ({
  reserve: async (request) => {
    const { requestId, requesterId, payerId } = request
    // Refused by the rule itself.
    if (payerId === requesterId) return
    const hidden = await blocks.blockedBy(payerId)
    await inTransaction(pool, async (client) => {
      await takeTurn(client, request)
      const reserved = await reservedWith(client, request)
      const ids = [requestId, ...reserved.map(({ request_id: id }) => id)]
      const counts = await pendingCounts(client, payerId, requesterId, hidden, ids)
      if (counts === null) throw new Error('A count is a row')
      const known = new Set(counts.known)
      // A retry: it counts already.
      if (known.has(requestId) || reserved.some(({ request_id: id }) => id === requestId)) return
      const underWay = reserved.filter(({ request_id: id }) => !known.has(id))
      const count = (is: (one: Reserved) => boolean): bigint => BigInt(underWay.filter(is).length)
      const toPayer = (one: Reserved): boolean => one.payer_id === payerId
      const byRequester = (one: Reserved): boolean => one.requester_id === requesterId
      if (counts.ofBoth + count((one) => toPayer(one) && byRequester(one)) >= PENDING_REQUESTS.toOne)
        throw refusal(
          'too_many_pending_to_member',
          `You have ${PENDING_REQUESTS.toOne} open requests to this member. Wait for an answer, or cancel one.`,
        )
      if (counts.byRequester + count(byRequester) >= PENDING_REQUESTS.byRequester)
        throw refusal(
          'too_many_pending_by_you',
          `You have ${PENDING_REQUESTS.byRequester} open requests. Wait for an answer, or cancel one.`,
        )
      if (
        counts.toPayer + count((one) => toPayer(one) && !hidden.includes(one.requester_id)) >=
        PENDING_REQUESTS.toPayer
      )
        throw refusal(
          'too_many_pending_of_member',
          'This member has too many open requests. Ask them again once they have answered some.',
        )
      await client.query({
        name: 'request-reserve',
        text: `insert into app.request_reservation (request_id, payer_id, requester_id, reserved_at)
               values ($1, $2, $3, now())`,
        values: [requestId, payerId, requesterId],
      })
    })
  },
  purge: () =>
    rowsChanged(
      pool,
      `delete from app.request_reservation where reserved_at <= now() - interval '${RESERVED_MINUTES} minutes'`,
      [],
    ),
})
