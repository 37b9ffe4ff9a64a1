import type { Pool } from 'pg'
import type { BaseLogger } from 'pino'
import { addDays, dayOf } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { inTransaction, rowsChanged } from '../database/database.ts'
import { inTables, type PersonalData } from '../identity/personal-data.ts'
import { completing } from '../processes/completing.ts'
import type { Recurring } from '../processes/recurring.ts'

/** Decides when a new member gets the welcome grant: what a day gives is limited, whoever signs in. */
export interface WelcomeGrants {
  /** Records that a member is to get the grant, before their wallet is opened. Repeating it changes nothing. */
  readonly ask: (memberId: string) => Promise<void>
  /**
   * Takes the grant's part of today's budget, once. `waiting`: the budget is used up; `unasked`: nothing is open, as
   * when the grant is in the wallet already, or was begun by a release that knew no budget.
   */
  readonly take: (memberId: string) => Promise<'taken' | 'waiting' | 'unasked'>
  /** Records that the grant is in the wallet. */
  readonly given: (memberId: string) => Promise<void>
}

/** Without a limit, for ledgers without a database. */
export const UNLIMITED_GRANTS: WelcomeGrants = {
  ask: async () => {},
  take: async () => 'unasked',
  given: async () => {},
}

interface Budget {
  readonly pool: Pool
  readonly clock: Clock
  /** Millionths of a YUT. */
  readonly grantMinor: bigint
  readonly perDayMinor: bigint
}

const ASK = 'insert into app.welcome_grant (member_id, asked_at) values ($1, $2) on conflict do nothing'
const OPEN_DAY = 'insert into app.welcome_budget (day, granted_minor) values ($1, 0) on conflict do nothing'
/** Those who have waited longer come first, so their part is kept for them. */
const TAKE = `
  with own as (select member_id, asked_at from app.welcome_grant where member_id = $1 and day is null),
    ahead as (
      select count(*) as count from app.welcome_grant other, own
      where other.day is null and (other.asked_at, other.member_id) < (own.asked_at, own.member_id)
    ),
    taken as (
      update app.welcome_budget set granted_minor = granted_minor + $3
      where day = $2 and exists (select from own)
        and granted_minor + $3 * (1 + (select count from ahead)) <= $4
      returning day
    )
  update app.welcome_grant set day = taken.day from taken where member_id = $1`

/**
 * The budget in Postgres, shared by all processes. The grant itself is one step of the wallet, made once whatever
 * happens; a row of `app.welcome_grant` is there as long as it may not have been made.
 */
export const createWelcomeGrants = ({ pool, clock, grantMinor, perDayMinor }: Budget): WelcomeGrants => ({
  ask: async (memberId) => {
    await pool.query(ASK, [memberId, clock()])
  },
  take: async (memberId) => {
    const read = async () => {
      const { rows } = await pool.query<{ day: string | null }>({
        name: 'welcome-grant-of',
        text: 'select day::text from app.welcome_grant where member_id = $1',
        values: [memberId],
      })
      return rows[0]
    }
    const before = await read()
    if (!before) return 'unasked'
    if (before.day !== null) return 'taken'
    const day = dayOf(clock())
    await pool.query(OPEN_DAY, [day])
    await inTransaction(pool, async (client) => {
      await client.query('select from app.welcome_budget where day = $1 for update', [day])
      await client.query(TAKE, [memberId, day, grantMinor, perDayMinor])
    })
    return (await read())?.day === null ? 'waiting' : 'taken'
  },
  given: async (memberId) => {
    await pool.query('delete from app.welcome_grant where member_id = $1', [memberId])
  },
})

/** Members whose grant was interrupted, and those whom the budget of the day still reaches; longest waiting first. */
const DUE = {
  name: 'welcome-grants-due',
  text: `select member_id as id from app.welcome_grant
    where asked_at < $1 and (day is not null or not exists (
      select from app.welcome_budget where day = $2 and granted_minor + $3 > $4))
    order by asked_at, member_id limit $5`,
}

/** Gives waiting members their grants when a new day has a budget, and finishes what a crash interrupted. */
export const startWelcomeGrants = ({
  pool,
  clock,
  grantMinor,
  perDayMinor,
  grant,
  log,
}: Budget & {
  readonly grant: (memberId: string) => Promise<unknown>
  readonly log: Pick<BaseLogger, 'info' | 'error'>
}): Recurring =>
  completing<string>({
    name: 'welcome grants',
    wokenBy: ['wallet'],
    report: 'Gave welcome grants that had been left waiting',
    // One after another: the budget is for whoever has waited longest.
    atOnceMax: 1,
    refusalIsOutcome: true,
  })({
    unfinished: async (before, limit) => {
      const day = dayOf(clock())
      const { rows } = await pool.query<{ id: string }>({
        ...DUE,
        values: [before, day, grantMinor, perDayMinor, limit],
      })
      return rows.map(({ id }) => id)
    },
    finish: grant,
    clock,
    log,
  })

/** The next day (UTC) on which a member's welcome grant may come; null when it is not waiting. */
export const welcomeGrantDue = async (pool: Pool, memberId: string, now: Date): Promise<string | null> => {
  const { rowCount } = await pool.query({
    name: 'welcome-grant-waits',
    text: 'select from app.welcome_grant where member_id = $1 and day is null',
    values: [memberId],
  })
  return rowCount === 0 ? null : addDays(dayOf(now), 1)
}

/** Deletes budgets of days that are over; returns how many. */
export const purgeWelcomeBudgets = (pool: Pool, now: Date): Promise<number> =>
  rowsChanged(pool, 'delete from app.welcome_budget where day < $1', [addDays(dayOf(now), -1)])

const EXPORT = `
  select jsonb_build_object('waiting', coalesce(jsonb_agg(jsonb_build_object('asked_at', asked_at)), '[]')) as data
  from app.welcome_grant where member_id = $1`

/** Whether the member waits for the welcome grant. */
export const welcomeData: PersonalData = inTables('welcome_grant', EXPORT, [
  'delete from app.welcome_grant where member_id = $1',
])
