import type { Metric } from 'prom-client'
import { money } from '../../events/money.ts'
import type { Clock } from '../../events/ids.ts'
import { openEventStore, type EventStoreAddress } from '../database/event-store.ts'
import type { StreamStores } from '../../events/store/stream-commands.ts'
import { createPostgresSnapshots } from '../../events/store/postgres/snapshots.ts'
import { withSalts } from '../../events/store/salted.ts'
import { withSeen } from '../../events/store/seen.ts'
import { requestMetadata } from '../logging/current-request.ts'
import type { Logger } from '../logging/logger.ts'
import { countAppended } from '../metrics/count-appended.ts'
import { watchMemory } from '../metrics/memory-divergences.ts'
import type { WelcomeGrants } from './welcome-grants.ts'
import { lessFormerSends } from './former-sends.ts'
import { createEnsureWallet, type EnsureWallet } from './open-wallet.ts'
import { createTransfers, type Transfers, type UnverifiedCents } from './transfers.ts'
import { createWallets, type Wallets } from './wallets.ts'

/** The write side: the event store and the commands on it. */
export interface Ledger extends StreamStores {
  /** A position that the log has reached, at most a little behind its end. */
  readonly seen: () => Promise<bigint>
  readonly wallets: Wallets
  readonly ensureWallet: EnsureWallet
  readonly transfers: Transfers
  readonly unverifiedCents: UnverifiedCents
  readonly metrics: readonly Metric[]
  readonly close: () => Promise<void>
}

/** Opens the ledger on the configured event store. */
export const openLedger = async ({
  databaseUrl,
  eventStoreUrl,
  welcomeGrantMinor,
  formerAccounts,
  level,
  welcomeGrants,
  unverifiedCents: limitCents = () => Promise.resolve(null),
  clock,
  log,
}: EventStoreAddress & {
  /** Millionths of a YUT. */
  welcomeGrantMinor: bigint
  /** Ids of the accounts that the same person has closed. */
  formerAccounts: (memberId: string) => Promise<readonly string[]>
  /** Up to which level facts may be written. Default: whatever this release knows. */
  level?: () => number
  /** Decides when a new member gets the welcome grant. */
  welcomeGrants: WelcomeGrants
  /** Default: everybody is verified. */
  unverifiedCents?: UnverifiedCents
  clock: Clock
  log: Logger
}): Promise<Ledger> => {
  const opened = await openEventStore({ databaseUrl, eventStoreUrl })
  const { store: counted, metric } = countAppended(opened)
  const { store: followed, seen } = withSeen(counted)
  const store = withSalts({ ...followed, ambient: requestMetadata, ...(level && { level }) })
  const watched = watchMemory(log)
  const saved = createPostgresSnapshots({ url: databaseUrl })
  const snapshots = {
    store: saved,
    onError: (error: unknown) => log.warn({ err: error }, 'A snapshot could not be saved'),
  }
  const wallets = createWallets({ store, snapshots })
  const ensureWallet = createEnsureWallet({
    wallets,
    clock,
    welcomeGrant: money('YUT', welcomeGrantMinor),
    isReturning: async (memberId) => (await formerAccounts(memberId)).length > 0,
    welcomeGrants,
  })
  const unverifiedCents = lessFormerSends({ unverifiedCents: limitCents, formerAccounts, wallets, clock })
  const transfers = createTransfers({
    wallets,
    ensureWallet,
    unverifiedCents,
    clock,
    onUndelivered: (transferId, error) =>
      log.warn({ err: error, transferId }, 'A transfer is on its way; the delivery process will finish it'),
  })
  return {
    store,
    seen,
    metrics: [metric, watched.metric],
    snapshots,
    wallets,
    ensureWallet,
    transfers,
    unverifiedCents,
    close: async () => {
      watched.close()
      await store.close()
      await saved.close()
    },
  }
}
