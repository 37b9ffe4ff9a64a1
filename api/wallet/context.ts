import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import type { WalletOverview } from '../contract/wallet.ts'
import { HttpError } from '../http/errors.ts'
import type { Members } from '../identity/members.ts'
import type { MessageKeys } from '../identity/message-keys.ts'
import type { Transfers } from './transfers.ts'
import type { TreasuryBank } from './treasury-bank.ts'
import type { Wallets } from './wallets.ts'

/** What the calls of the wallet area work with. */
export interface WalletArea {
  readonly pool: Pool
  readonly store: EventStore
  readonly clock: Clock
  readonly members: Pick<Members, 'find' | 'byIds'>
  readonly messageKeys: Pick<MessageKeys, 'encrypt' | 'decrypt'>
  readonly wallets: Wallets
  readonly transfers: Transfers
  readonly bank: TreasuryBank
  /** A member's newest deposits, newest first. */
  readonly recentDeposits: (memberId: string) => Promise<WalletOverview['deposits']>
  /** Whether the named read models have come up to a ledger position within the time. */
  readonly waitFor: (position: bigint, timeoutMs: number, names: readonly ReadModel[]) => Promise<boolean>
}

type ReadModel =
  | 'wallet'
  | 'transfers'
  | 'activity'
  | 'deposits'
  | 'requests'
  | 'daily'
  | 'yut'
  | 'governance'
  | 'pools'
  | 'bills'

/** How long a process waits for the read models, ms; then it leaves its work to the next round. */
export const CATCH_UP_MS = 10_000

/** How long a reader waits for their own write to show, ms. */
const FRESHNESS_TIMEOUT_MS = 2_000

/**
 * Waits until the read models show everything up to `position`.
 * @throws {HttpError} 503 when they don't in time
 */
export const freshTo = async (
  { waitFor }: Pick<WalletArea, 'waitFor'>,
  position: bigint | undefined,
  names: readonly ReadModel[],
): Promise<void> => {
  if (position === undefined || (await waitFor(position, FRESHNESS_TIMEOUT_MS, names))) return
  throw new HttpError(
    503,
    'not_caught_up',
    'Your latest change is not shown here yet. Please try again in a moment.',
    {
      retryAfterSeconds: 1,
    },
  )
}
