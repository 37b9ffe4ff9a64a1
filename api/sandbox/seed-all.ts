import { DEMO_MEMBERS, DEVELOPMENT_ISSUER } from './identity-provider/demo-members.ts'
import { seedContacts } from './seed-contacts.ts'
import { seedDevices } from './seed-devices.ts'
import { seedGovernance } from './seed-governance.ts'
import { seedPools } from './seed-pools.ts'
import { seedDemo } from './seed.ts'
import type { SeedAreas, Seeding } from './seeding.ts'

/** Creates the demo members' data at the first start; repeating it changes nothing. */
export const seedAll = async (
  platform: Omit<Seeding, keyof SeedAreas | 'profiles'>,
  areas: SeedAreas,
): Promise<void> => {
  const profiles = DEMO_MEMBERS.map((member) => ({ ...member, issuer: DEVELOPMENT_ISSUER, picture: null }))
  const all = { ...platform, ...areas, profiles }
  if (!(await seedDemo(all))) return
  await seedGovernance(all)
  await seedContacts(all)
  await seedPools(all)
  await seedDevices(all)
}
