import { exportQuery } from '../query.ts'
import { READ_SCHEMA } from '../schema.ts'

/** A member's withdrawals for their data export, oldest first. */
export const withdrawalsForExport = exportQuery({
  name: 'export_withdrawals',
  text: `select id, minor::text, fee_minor::text, rail, state, reason, requested_at, sent_at
      from ${READ_SCHEMA}.withdrawal where member_id = $1 order by position`,
})
