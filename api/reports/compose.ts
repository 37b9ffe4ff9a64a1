import type { Biller } from '../bills/biller.ts'
import { EMPTY_AREA, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { registerReports } from './routes.ts'

/** The dashboard, statements and insights. */
export const composeReports = (
  platform: Pick<Platform, 'pool' | 'heavyPool' | 'ledger' | 'clock' | 'members' | 'messageKeys' | 'waitFor'>,
  { billers }: { readonly billers: readonly Biller[] },
): Area => ({
  ...EMPTY_AREA,
  name: 'reports',
  obstacles: { never: 'reports only read' },
  settle: { never: 'reports only read' },
  register: (api) => registerReports(api, { ...platform, store: platform.ledger.store, billers }),
})
