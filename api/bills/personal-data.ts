import type { EncryptedText } from '../../events/wallet/events.ts'
import type { ClosingObstacle } from '../contract/profile.ts'
import type { MessageKeys } from '../identity/message-keys.ts'
import type { PersonalData } from '../identity/personal-data.ts'

const POOLS = `
  select id, name, pool_type, risk, status, auto_pay, contributed_minor::text, withdrawn_minor::text,
    value_minor::text, created_at, closed_at
  from read.pool where member_id = $1 order by created_position`

const BILLS = `
  select id, biller, period, minor::text, status, issued_at, due_on::text, paid_at
  from read.bill where member_id = $1 order by issued_position`

const LEFT = `
  select
    (select count(*)::integer from read.pool where member_id = $1 and status = 'open') as pools,
    (select count(*)::integer from read.pool_transfer where member_id = $1 and status = 'processing') as moving,
    (select count(*)::integer from read.bill where member_id = $1 and status <> 'paid') as bills`

interface Left {
  readonly pools: number
  readonly moving: number
  readonly bills: number
}

const OBSTACLES: readonly ({ readonly of: keyof Left } & ClosingObstacle)[] = [
  { of: 'pools', code: 'pool_open', message: 'You have an open investment pool. Close it first.' },
  {
    of: 'moving',
    code: 'pool_in_progress',
    message: 'Money is on its way between a pool and your wallet. Try again in a moment.',
  },
  { of: 'bills', code: 'bill_unpaid', message: 'You have a bill that is not paid. Pay it first.' },
]

/**
 * Pools and bills are facts of the ledger. Personal in them is a pool's name, which goes with the member's key.
 */
export const poolsData = (messageKeys: Pick<MessageKeys, 'decrypt'>): PersonalData => ({
  name: 'pools_and_bills',
  exportOf: async (client, memberId) => {
    const pools = await client.query<{ readonly name: EncryptedText }>(POOLS, [memberId])
    const bills = await client.query<Record<string, unknown>>(BILLS, [memberId])
    return {
      pools: await Promise.all(
        pools.rows.map(async (row) => ({ ...row, name: await messageKeys.decrypt(row.name) })),
      ),
      bills: bills.rows,
    }
  },
  erase: async () => {},
  obstacles: async (client, memberId) => {
    const { rows } = await client.query<Left>(LEFT, [memberId])
    const [left] = rows
    return OBSTACLES.filter(({ of }) => (left?.[of] ?? 0) > 0).map(({ code, message }) => ({ code, message }))
  },
})
