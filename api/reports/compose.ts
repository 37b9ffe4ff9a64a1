import { owedNothing, type Area } from '../area.ts'
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
  ...owedNothing('reports only read'),
  name: 'reports',
  register: (api) => registerReports(api, { ...platform, store: platform.ledger.store, billers, earning }),
})
