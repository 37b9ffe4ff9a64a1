import { partiesOfRequests } from '../../projections/requests/queries.ts'
import { operations } from '../contract/operations.ts'
import { HttpError } from '../http/errors.ts'
import { registerOperation } from '../http/operation.ts'
import { streamed } from '../http/reply.ts'
import { readPosition } from '../http/position.ts'
import { owedNothing, type Area } from '../area.ts'
import type { OpenPlatform } from '../platform.ts'
import { createLive, type Live } from './live.ts'

/** How long the read model of requests may take to catch up with a request in the log. */
const CATCH_UP_MS = 5_000

/** Of these sessions, and of the tokens that stand for one. */
const GOOD = `
  select id_hash from app.session where id_hash = any($1) and revoked_at is null and expires_at > $2
  union all
  select 'token:' || id from app.access_token where expires_at > $2
    and id = any(select substr(hash, 7)::uuid from unnest($1::text[]) hash where hash like 'token:%')`

/** The stream that notifies a member's open pages of changes. */
export const composeLive = ({
  pool,
  ledger,
  sessions,
  waitFor,
  announcements,
  realClock,
  log,
}: Pick<
  OpenPlatform,
  'pool' | 'ledger' | 'sessions' | 'waitFor' | 'announcements' | 'realClock' | 'log'
>): Area & {
  readonly live: Live
} => {
  const live = createLive({
    store: ledger.store,
    requestParties: async (ids, upTo) => {
      await waitFor(upTo, CATCH_UP_MS, ['requests'])
      return partiesOfRequests(pool, ids)
    },
    announcements,
    goodSessions: async (hashes) => {
      const { rows } = await pool.query<{ id_hash: string }>({
        name: 'sessions-good',
        text: GOOD,
        values: [hashes, realClock()],
      })
      return new Set(rows.map(({ id_hash: hash }) => hash))
    },
    log,
  })
  return {
    ...owedNothing('an open page keeps nothing'),
    name: 'live',
    live,
    register: (api) =>
      registerOperation(api, operations.getStream, async ({ member, query, ctx }) => {
        const after = readPosition(ctx.get('Last-Event-ID')) ?? readPosition(query.after ?? '')
        const stream = await live.open({ memberId: member.id, session: sessions.hash(ctx) ?? '' }, after)
        if (stream === null)
          throw new HttpError(
            503,
            'too_many_streams',
            'There are too many open pages. Yours is kept fresh without.',
            {
              retryAfterSeconds: 60,
            },
          )
        return streamed(stream, 'text/event-stream; charset=utf-8')
      }),
  }
}
