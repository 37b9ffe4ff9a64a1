import type { Orders } from '../devices/orders.ts'
import type { Proposals } from '../governance/proposals.ts'
import type { Platform } from '../platform.ts'
import type { Movements } from '../pools/movements.ts'
import type { Stakes } from '../token/stakes.ts'
import type { TreasuryBank } from '../wallet/treasury-bank.ts'
import { DEMO_MEMBERS, DEVELOPMENT_ISSUER } from './identity-provider/demo-members.ts'
import { seedContacts } from './seed-contacts.ts'
import { seedDevices } from './seed-devices.ts'
import { seedGovernance } from './seed-governance.ts'
import { seedPools } from './seed-pools.ts'
import { seedDemo } from './seed.ts'

/** What the demo members' belongings are made with. */
export interface SeedAreas {
  readonly bank: TreasuryBank
  readonly stakes: Stakes
  readonly proposals: Proposals
  readonly movements: Movements
  readonly orders: Orders
}

/** Gives the demo members all that they have at the first start; repeating it changes nothing. */
export const seedAll = async (
  platform: Pick<Platform, 'pool' | 'ledger' | 'clock' | 'members' | 'messageKeys'>,
  areas: SeedAreas,
): Promise<void> => {
  const { ledger } = platform
  const profiles = DEMO_MEMBERS.map((member) => ({ ...member, issuer: DEVELOPMENT_ISSUER, picture: null }))
  const all = { ...platform, ...areas, store: ledger.store, wallets: ledger.wallets, profiles }
  if (!(await seedDemo(all))) return
  await seedGovernance(all)
  await seedContacts(all)
  await seedPools(all)
  await seedDevices(all)
}
