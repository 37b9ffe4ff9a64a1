import type { Market } from '../../../api/pools/market.ts'
import type { Payouts } from '../../../api/withdrawals/withdrawals.ts'
import type { IssueLog } from '../../../api/bills/issuing.ts'
import { monthOf } from '../../../events/calendar.ts'
import type { Clock } from '../../../events/ids.ts'
import type { EventStore, RecordedEvent } from '../../../events/store/event-store.ts'
import type { Fault } from '../../support/memory-store.ts'
import { createIssueLog } from './bills/world.ts'
import { createCredentialStores, type CredentialStores } from './credentials/stores.ts'
import { createCarrier, type ModelCarrier } from './devices/carrier.ts'
import { createDeviceDatabase, type DeviceDatabase } from './devices/database.ts'
import { createMarket } from './pools/market.ts'
import { createPayingBank } from './withdrawals/bank.ts'
import { createViews, type Views } from './views.ts'

/** What outlives a process: its stores, and everything outside. */
export interface Surroundings {
  readonly store: EventStore
  readonly clock: Clock
  readonly views: Views
  readonly market: Market
  /** Units that the market has traded, by order. */
  readonly filled: ReadonlyMap<string, bigint>
  readonly payouts: Payouts
  /** Cents that the bank has paid out, by the key of the order. */
  readonly paid: ReadonlyMap<string, bigint>
  readonly issueLog: IssueLog
  /** The month in which the ledger begins. */
  readonly firstMonth: string
  readonly devices: DeviceDatabase
  readonly carrier: ModelCarrier
  readonly credentials: CredentialStores
  /** How often the market has not filled an order yet. */
  readonly waited: () => number
}

/** Everything around processes over a store; all of it may fail as the store does. */
export const createSurroundings = (
  store: EventStore & { readonly log: readonly RecordedEvent[] },
  clock: Clock,
  faultOf: () => Fault = () => 'none',
): Surroundings => ({
  store,
  clock,
  views: createViews(store.log),
  ...createMarket(faultOf),
  ...createPayingBank(faultOf),
  issueLog: createIssueLog(),
  firstMonth: monthOf(clock()),
  devices: createDeviceDatabase(faultOf),
  carrier: createCarrier(clock, faultOf),
  credentials: createCredentialStores(faultOf),
})
