import { derivedId, newId } from '../../events/ids.ts'
import { fromAmountJson } from '../../events/money.ts'
import { walletEvents } from '../../events/wallet/events.ts'
import { bySystem } from '../attempt.ts'
import type { WalletArea } from './context.ts'

/** How far back in a closed wallet's stream debts that were handed over stand: little happens after its closing. */
const LOOK_BACK = 100

/**
 * Lets a debt follow its debtor: what wallets owe that a member closed before coming back is owed by the one they have
 * now, which spends nothing until it is settled. The closed wallet says how much; whatever is done stays done, and what
 * was broken off is finished the next time.
 */
export const createDebts =
  ({ store, wallets, clock }: Pick<WalletArea, 'store' | 'wallets' | 'clock'>) =>
  async (memberId: string, former: readonly string[]): Promise<void> => {
    for (const from of former) {
      const wallet = await wallets.stateOf(from)
      const context = { ...bySystem(clock, memberId, from), contested: true }
      if (wallet.status === 'closed' && wallet.balances.USD < 0n) {
        // Once it is handed over nothing is owed, so trying again hands nothing over.
        await wallets.execute(from, { type: 'handDebtOver', debtId: newId(), to: memberId }, context)
      }
      for await (const recorded of store.readStream(walletEvents.streamOf(from), {
        direction: 'backwards',
        limit: LOOK_BACK,
      })) {
        if (recorded.type !== 'DebtHandedOver') continue
        const event = walletEvents.parse(recorded)
        if (event.type !== 'DebtHandedOver' || event.data.to !== memberId) continue
        const { debtId } = event.data
        const step = { eventId: derivedId('DebtTakenOver', debtId), after: recorded.position }
        const amount = fromAmountJson(event.data.amount)
        await wallets.execute(memberId, { type: 'takeDebtOver', debtId, from, amount }, { ...context, step })
      }
    }
  }
