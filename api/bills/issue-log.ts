import type { Pool } from 'pg'
import type { IssueLog } from './issuing.ts'

/** Stores in Postgres how far bills have been issued. */
export const createIssueLog = ({ pool }: { readonly pool: Pool }): IssueLog => ({
  of: async (biller, period) => {
    const { rows } = await pool.query<{ after: string | null; finished: boolean }>({
      name: 'bill-issue-progress',
      text: 'select after_member as after, finished from app.bill_issue where biller = $1 and period = $2',
      values: [biller, period],
    })
    return rows[0] ?? { after: null, finished: false }
  },
  save: async (biller, period, { after, finished }) => {
    await pool.query({
      name: 'save-bill-issue-progress',
      text: `insert into app.bill_issue (biller, period, after_member, finished) values ($1, $2, $3, $4)
        on conflict (biller, period) do update set after_member = excluded.after_member,
          finished = excluded.finished`,
      values: [biller, period, after, finished],
    })
  },
})

/** Months of which all bills of a biller are issued. */
export const monthsIssued = async (pool: Pool, biller: string): Promise<ReadonlySet<string>> => {
  const { rows } = await pool.query<{ period: string }>({
    name: 'bill-months-issued',
    text: 'select period from app.bill_issue where biller = $1 and finished',
    values: [biller],
  })
  return new Set(rows.map(({ period }) => period))
}
