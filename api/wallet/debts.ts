import { derivedId, newId } from '../../events/ids.ts'
import { fromAmountJson } from '../../events/money.ts'
import { walletEvents } from '../../events/wallet/events.ts'
import { bySystem } from '../http/attempt.ts'
import type { WalletArea } from './context.ts'

/** Number of newest events of a closed wallet to search for handed-over debts: little happens after its closing. */
const LOOK_BACK = 100

/**
 * Transfers the debts of a returning member's closed wallets to their current one, which spends nothing until they are
 * settled. The amount comes from the closed wallet. Finished steps stay done, and an interrupted one is completed by
 * the next call.
 */
export const createDebts =
  ({ store, wallets, clock }: Pick<WalletArea, 'store' | 'wallets' | 'clock'>) =>
  async (memberId: string, former: readonly string[]): Promise<void> => {
    for (const from of former) {
      const wallet = await wallets.stateOf(from)
      const context = { ...bySystem(clock, memberId, from), contested: true }
      if (wallet.status === 'closed' && wallet.balances.USD < 0n) {
        // Safe to repeat: after the handover the closed wallet owes nothing.
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
