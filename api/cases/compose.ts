import { owedNothing, type Area } from '../area.ts'
import { inTables } from '../identity/personal-data.ts'
import { gaugeOf } from '../metrics/gauge.ts'
import type { Platform } from '../platform.ts'
import type { Cases } from './cases.ts'
import { registerCases } from './routes.ts'

/**
 * What a member has reported, and what was answered. Who was reported stays with who reported; what a rule saw of other
 * members does not leave.
 */
const casesData = inTables(
  'cases',
  `select coalesce(jsonb_agg(to_jsonb(c) - 'member_id' - 'seen' || jsonb_build_object('entries',
      (select jsonb_agg(to_jsonb(e) - 'number' order by e.place) from app.case_entry e where e.number = c.number))
    order by c.number), '[]') as data
  from app.support_case c where c.member_id = $1`,
  ['delete from app.support_case where member_id = $1'],
)

/** Composes what members report to the operator. */
export const composeCases = (
  platform: Pick<Platform, 'pool' | 'clock' | 'members' | 'blocks'>,
  cases: Cases,
): Area => {
  const { pool, clock } = platform
  const open = gaugeOf(
    'support_cases_open',
    'Cases that await an answer of the operator, by whether the day by which they must have it is over',
    async () => {
      const { rows } = await pool.query<{ late: boolean; cases: number }>(
        `select late, count(c.number)::int as cases from (values (false), (true)) as both_kinds (late)
         left join app.support_case c on c.state = 'open' and (c.due_on < $1::date) = late group by late`,
        [clock().toISOString().slice(0, 10)],
      )
      return rows.map(({ late, cases }) => [cases, { late: String(late) }] as const)
    },
    ['late'],
  )
  return {
    ...owedNothing('what was reported holds no money'),
    name: 'cases',
    register: (api) => registerCases(api, { ...platform, cases }),
    personalData: [casesData],
    metrics: [open],
  }
}
