import type { VerifiedTime } from '../../events/wallet/interest.ts'
import type { IdentityState } from '../contract/identity-check.ts'
import type { TreasuryBank } from './treasury-bank.ts'

/** When members were verified, by id; whoever never was is left out. */
type VerifiedTimes = ReadonlyMap<string, readonly VerifiedTime[]>

/** Who earns interest on their dollars. */
export interface Earning {
  /** Whether the member's dollars earn now. */
  readonly earnsNow: (memberId: string) => Promise<boolean>
  /** The times in which alone each member earned; null where everybody earns at any time. */
  readonly verifiedTimes: ((memberIds: readonly string[]) => Promise<VerifiedTimes>) | null
}

/** At a real bank only those earn who are verified; where there is none, everybody does. */
export const createEarning = (
  { simulated, closed }: Pick<TreasuryBank, 'simulated' | 'closed'>,
  persons: {
    readonly standingOf: (memberId: string) => Promise<{ readonly state: IdentityState }>
    readonly verifiedTimes: (memberIds: readonly string[]) => Promise<VerifiedTimes>
  },
): Earning =>
  simulated || closed !== null
    ? { earnsNow: async () => true, verifiedTimes: null }
    : {
        earnsNow: async (memberId) => (await persons.standingOf(memberId)).state === 'verified',
        verifiedTimes: persons.verifiedTimes,
      }
