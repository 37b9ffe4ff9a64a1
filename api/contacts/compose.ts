import { owedNothing, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { createLineUsage } from './line-usage.ts'
import { contactsData } from './personal-data.ts'
import { registerContacts } from './routes.ts'

/** Composes contacts, circles and blocked members. They use the real time, as sessions do; the usage of lines uses that of money. */
export const composeContacts = ({
  pool,
  heavyPool,
  clock,
  realClock,
  members,
  blocks,
}: Pick<Platform, 'pool' | 'heavyPool' | 'clock' | 'realClock' | 'members' | 'blocks'>): Area => ({
  ...owedNothing('a book of contacts holds no money'),
  name: 'contacts',
  register: (api) =>
    registerContacts(api, {
      pool,
      heavyPool,
      members,
      blocks,
      clock: realClock,
      usageOf: createLineUsage({ pool, clock }),
    }),
  personalData: [contactsData],
})
