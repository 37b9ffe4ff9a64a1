import { addMonths, monthOf, startOfDay } from '../../events/calendar.ts'
import { interestOf } from '../../projections/daily/queries.ts'
import { CATCH_UP_MS } from '../http/reading.ts'
import { addNotifications } from '../notifying/notifying.ts'
import type { Platform } from '../platform.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'

/** How long after a month has ended it is told: what happened at its very end is in the log by then. */
const AFTER_MIDNIGHT_MS = 10 * 60_000
const WALLETS = 500

/** Tells each member, once a month has ended, how much interest came in during it; of nothing nobody is told. */
export const startInterestNotifications = ({
  pool,
  ledger: { store },
  waitFor,
  clock,
  log,
}: Pick<Platform, 'pool' | 'ledger' | 'waitFor' | 'clock' | 'log'>): Recurring =>
  recurring({
    name: 'interest notifications',
    everyMs: 1_000,
    wokenBy: [],
    log,
    round: async () => {
      const now = clock()
      const current = monthOf(new Date(now.getTime() - AFTER_MIDNIGHT_MS))
      const dueMs = startOfDay(`${addMonths(current, 1)}-01`).getTime() + AFTER_MIDNIGHT_MS - now.getTime()
      const month = addMonths(current, -1)
      const source = `interest ${month}`
      const { rows } = await pool.query('select from app.notification_progress where source = $1', [source])
      if (rows.length > 0) return dueMs
      if (!(await waitFor(await store.head(), CATCH_UP_MS, ['wallet']))) return 0
      for (let after: string | null = null; ;) {
        const wallets: Awaited<ReturnType<typeof interestOf>> = await interestOf(pool, month, after, WALLETS)
        const facts = { kind: 'interest', month } as const
        await addNotifications(
          pool,
          wallets.flatMap(({ memberId, minor }) =>
            minor > 0n
              ? [
                  {
                    memberId,
                    subject: month,
                    facts: { ...facts, minor: minor.toString() },
                    at: now.toISOString(),
                  },
                ]
              : [],
          ),
        )
        const last = wallets.at(-1)
        if (!last || wallets.length < WALLETS) break
        after = last.memberId
      }
      await pool.query(
        'insert into app.notification_progress (source, position) values ($1, 0) on conflict do nothing',
        [source],
      )
      return dueMs
    },
  })
