import type { Biller } from '../bills/biller.ts'
import type { WalletArea } from '../wallet/context.ts'
import type { Platform } from '../platform.ts'

/** What the dashboard, statements and insights are read from. */
export interface ReportArea extends Pick<
  WalletArea,
  'pool' | 'store' | 'clock' | 'members' | 'messageKeys' | 'waitFor'
> {
  /** For whole months. */
  readonly heavyPool: Platform['heavyPool']
  readonly billers: readonly Biller[]
}
