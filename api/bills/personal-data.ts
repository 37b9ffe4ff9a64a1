import { billsForExport, poolsAndBillsLeft } from '../../projections/bills/queries.ts'
import { poolsForExport } from '../../projections/pools/queries.ts'
import type { ClosingObstacle } from '../contract/profile.ts'
import type { MessageKeys } from '../identity/message-keys.ts'
import type { PersonalData } from '../identity/personal-data.ts'

const OBSTACLES: readonly ({ readonly of: 'pools' | 'moving' | 'bills' } & ClosingObstacle)[] = [
  { of: 'pools', code: 'pool_open', message: 'You have an open investment pool. Close it first.' },
  {
    of: 'moving',
    code: 'pool_in_progress',
    message: 'Money is on its way between a pool and your wallet. Try again in a moment.',
  },
  { of: 'bills', code: 'bill_unpaid', message: 'You have a bill that is not paid. Pay it first.' },
]

/** Pools and bills are facts of the ledger. Only a pool's name is personal data; erasing the member's key erases it. */
export const poolsData = (messageKeys: Pick<MessageKeys, 'decrypt'>): PersonalData => ({
  name: 'pools_and_bills',
  exportOf: async (client, memberId) => {
    const pools = await poolsForExport(client, memberId)
    return {
      pools: await Promise.all(
        pools.map(async (row) => ({ ...row, name: await messageKeys.decrypt(row.name) })),
      ),
      bills: await billsForExport(client, memberId),
    }
  },
  erase: async () => {},
  obstacles: async (client, memberId) => {
    const left = await poolsAndBillsLeft(client, memberId)
    return OBSTACLES.filter(({ of }) => (left?.[of] ?? 0n) > 0n).map(({ code, message }) => ({
      code,
      message,
    }))
  },
})
