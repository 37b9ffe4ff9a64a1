import type { Orders } from '../devices/orders.ts'
import type { Openings } from '../governance/opening.ts'
import type { Profile } from '../identity/members.ts'
import type { Platform } from '../platform.ts'
import type { SandboxPersonCheck } from '../persons/person-check.ts'
import type { Movements } from '../pools/movements.ts'
import type { Stakes } from '../token/stakes.ts'
import type { TreasuryBank } from '../wallet/treasury-bank.ts'

/** Parts of the areas that create the demo members' data. */
export interface SeedAreas {
  readonly bank: TreasuryBank
  /** Pays money in at the sandbox's bank, as the ledger's deposit with this id. */
  readonly payIn: (depositId: string, cents: bigint) => Promise<void>
  readonly stakes: Stakes
  readonly openings: Openings
  readonly movements: Movements
  readonly orders: Orders
  /** Null: somebody else looks at documents, and demo members are not verified. */
  readonly personCheck: SandboxPersonCheck | null
}

/** Dependencies of every seed: ordinary commands, and the demo members' profiles. */
export interface Seeding
  extends Pick<Platform, 'pool' | 'ledger' | 'clock' | 'members' | 'messageKeys' | 'config'>, SeedAreas {
  readonly profiles: readonly Profile[]
}
