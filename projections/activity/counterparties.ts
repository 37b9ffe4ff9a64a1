import { uuid } from '../columns.ts'
import { readRows, type Queryable } from '../query.ts'
import { shape } from '../table.ts'
import { READ_SCHEMA } from '../schema.ts'

const Counterparty = shape({ id: uuid })

/** Ids of members who have paid this member, were paid by them, or share a transfer request with them. */
export const counterpartiesOf = async (pool: Queryable, memberId: string): Promise<readonly string[]> => {
  const rows = await readRows(pool, Counterparty, {
    name: 'read_counterparties',
    text: `
      select counterparty_id as id from ${READ_SCHEMA}.activity where member_id = $1 and counterparty_id is not null
      union select payer_id from ${READ_SCHEMA}.transfer_request where requester_id = $1
      union select requester_id from ${READ_SCHEMA}.transfer_request where payer_id = $1`,
    values: [memberId],
  })
  return rows.map(({ id }) => id)
}
