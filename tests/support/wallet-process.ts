import { createEnsureWallet } from '../../api/wallet/open-wallet.ts'
import { createTransfers } from '../../api/wallet/transfers.ts'
import { createWallets } from '../../api/wallet/wallets.ts'
import type { Clock } from '../../events/ids.ts'
import { money } from '../../events/money.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { NO_SNAPSHOTS } from './no-snapshots.ts'

/**
 * The wallets and transfers of one process, with its own cache of the streams over the shared store. A wallet opens with
 * `grant` millionths of a YUT.
 */
export const walletProcess = ({
  store,
  clock,
  grant = 0n,
}: {
  store: EventStore
  clock: Clock
  grant?: bigint
}) => {
  const wallets = createWallets({ store, snapshots: NO_SNAPSHOTS })
  const ensureWallet = createEnsureWallet({
    wallets,
    clock,
    isReturning: async () => false,
    welcomeGrant: money('YUT', grant),
  })
  const transfers = createTransfers({ wallets, ensureWallet, clock, onUndelivered: () => {} })
  return { wallets, ensureWallet, transfers }
}
