import { evolve, initialState, type Deposit } from '../../events/deposits/deposit.ts'
import { depositStream, parseDepositEvent } from '../../events/deposits/events.ts'
import { derivedId, type Clock } from '../../events/ids.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import type { Wallets } from '../wallet/wallets.ts'

/** Carries what became of a deposit into the member's wallet. */
export interface Settlement {
  /**
   * Credits a deposit that succeeded and reverses it when it came back, each exactly once however often,
   * wherever and whenever this is called; what is done already stays done. Answers the position of the
   * wallet's newest event about it, null when the wallet has nothing to learn yet.
   */
  settle(depositId: string): Promise<bigint | null>
}

interface Facts {
  readonly deposit: Deposit
  readonly succeededAt: bigint | null
  readonly returned: { readonly position: bigint; readonly code: string } | null
}

export const createSettlement = ({
  store,
  wallets,
  clock,
}: {
  store: EventStore
  wallets: Wallets
  clock: Clock
}): Settlement => {
  /** The deposit straight from its stream, which has seven events at most. */
  const factsOf = async (depositId: string): Promise<Facts> => {
    let deposit = initialState()
    let succeededAt: Facts['succeededAt'] = null
    let returned: Facts['returned'] = null
    for await (const recorded of store.readStream(depositStream(depositId))) {
      const event = parseDepositEvent(recorded)
      deposit = evolve(deposit, event)
      if (event.type === 'DepositSucceeded') succeededAt = recorded.position
      if (event.type === 'DepositReturned') returned = { position: recorded.position, code: event.data.code }
    }
    return { deposit, succeededAt, returned }
  }

  return {
    settle: async (depositId) => {
      const { deposit, succeededAt, returned } = await factsOf(depositId)
      if (deposit.stage === 'absent' || succeededAt === null) return null
      const { memberId, method: source, amount, fee } = deposit
      const booking = { depositId, source, amount, ...(fee.minor > 0n && { fee }) }
      const context = (cause: string) => ({
        actor: 'system',
        correlationId: depositId,
        causationId: derivedId(cause, depositId),
        at: clock().toISOString(),
      })
      const credited = await wallets.execute(
        memberId,
        { type: 'creditDeposit', ...booking },
        {
          ...context('DepositSucceeded'),
          step: { eventId: derivedId('DepositCredited', depositId), after: succeededAt },
        },
      )
      if (!returned) return credited.position
      const reversed = await wallets.execute(
        memberId,
        { type: 'reverseDeposit', ...booking, reason: returned.code },
        {
          ...context('DepositReturned'),
          step: { eventId: derivedId('DepositReversed', depositId), after: credited.position },
        },
      )
      return reversed.position
    },
  }
}
