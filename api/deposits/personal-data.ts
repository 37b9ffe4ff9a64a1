import type { PersonalData } from '../identity/personal-data.ts'

const EXPORT = `
  select jsonb_build_object('bank_accounts', coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'bank_name', bank_name, 'account_type', account_type, 'last4', last4, 'created_at', created_at
  ) order by created_at, id), '[]')) as data
  from app.bank_account where member_id = $1`

const IN_PROGRESS = `
  select count(*)::integer as count from read.deposit
  where member_id = $1 and (status = 'pending' or (succeeded_position is not null and not credited)
    or (stage = 'returned' and not reversed))`

/** Bank accounts that a member pays in from. Deposits are facts of the ledger, without personal data. */
export const paymentsData: PersonalData = {
  name: 'payments',
  exportOf: async (client, memberId) => {
    const { rows } = await client.query<{ readonly data: unknown }>(EXPORT, [memberId])
    return rows[0]?.data
  },
  erase: async (client, memberId) => {
    await client.query('delete from app.bank_account where member_id = $1', [memberId])
  },
  obstacles: async (client, memberId) => {
    const { rows } = await client.query<{ readonly count: number }>(IN_PROGRESS, [memberId])
    return (rows[0]?.count ?? 0) === 0
      ? []
      : [
          {
            code: 'deposit_in_progress',
            message: 'A deposit is still on its way. Wait until it has arrived or has been cancelled.',
          },
        ]
  },
}
