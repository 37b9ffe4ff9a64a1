import { billsForExport } from '../../projections/bills/queries.ts'
import { poolsForExport } from '../../projections/pools/queries.ts'
import type { MessageKeys } from '../identity/message-keys.ts'
import type { PersonalData } from '../identity/personal-data.ts'

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
})
