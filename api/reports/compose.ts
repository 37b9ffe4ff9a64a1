import { EMPTY_AREA, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import type { ReportArea } from './context.ts'
import { registerReports } from './routes.ts'

/** The dashboard, statements and insights. */
export const composeReports = (
  platform: Pick<
    Platform,
    'pool' | 'heavyPool' | 'ledger' | 'clock' | 'members' | 'closingAccounts' | 'messageKeys' | 'waitFor'
  >,
  { billers, earning }: Pick<ReportArea, 'billers' | 'earning'>,
): Area => ({
  ...EMPTY_AREA,
  name: 'reports',
  obstacles: { never: 'reports only read' },
  settle: { never: 'reports only read' },
  register: (api) => registerReports(api, { ...platform, store: platform.ledger.store, billers, earning }),
})
