import { DEMO_MEMBERS, DEVELOPMENT_ISSUER } from './identity-provider/demo-members.ts'
import { seedContacts } from './seed-contacts.ts'
import { seedDevices } from './seed-devices.ts'
import { seedGovernance } from './seed-governance.ts'
import { seedPersons } from './seed-persons.ts'
import { seedPools } from './seed-pools.ts'
import { seedDemo } from './seed.ts'
import type { SeedAreas, Seeding } from './seeding.ts'

const IS_DONE = 'select from app.seeding'
const DONE = 'insert into app.seeding default values on conflict do nothing'

/**
 * Creates the demo members' data at the first start. After an interruption the next start resumes it; once it is
 * complete, it is not looked at again. The read models have to show everything that is in the log.
 */
export const seedAll = async (
  platform: Omit<Seeding, keyof SeedAreas | 'profiles'>,
  areas: SeedAreas,
): Promise<void> => {
  const { rowCount } = await platform.pool.query(IS_DONE)
  if (rowCount !== 0) return
  const profiles = DEMO_MEMBERS.map((member) => ({ ...member, issuer: DEVELOPMENT_ISSUER, picture: null }))
  const all = { ...platform, ...areas, profiles }
  if (!(await seedDemo(all))) return
  await seedPersons(all)
  await seedGovernance(all)
  await seedContacts(all)
  await seedPools(all)
  await seedDevices(all)
  await platform.pool.query(DONE)
}
