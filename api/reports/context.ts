import type { Biller } from '../bills/biller.ts'
import type { WalletArea } from '../wallet/context.ts'
import type { Platform } from '../platform.ts'

/** Dependencies of the dashboard, statements and insights. */
export interface ReportArea extends Pick<
  WalletArea,
  'pool' | 'store' | 'clock' | 'earning' | 'closingAccounts' | 'members' | 'messageKeys' | 'waitFor'
> {
  /** For queries over whole months. */
  readonly heavyPool: Platform['heavyPool']
  readonly billers: readonly Biller[]
}
