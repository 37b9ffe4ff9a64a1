import {
  evolve,
  initialState,
  type Deposit,
  isClaim,
  type ClaimEvent,
} from '../../events/deposits/deposit.ts'
import { depositEvents, movesCents, type DepositMethod } from '../../events/deposits/events.ts'
import { derivedId } from '../../events/ids.ts'
import { usd } from '../../events/money.ts'
import { bySystem } from '../http/attempt.ts'
import type { WalletArea } from '../wallet/context.ts'
import { completing } from '../processes/completing.ts'

/** Posts the outcome of a deposit to the member's wallet. */
export interface Settlement {
  /**
   * Credits a deposit that succeeded and reverses it when it was returned, each exactly once however often and wherever
   * this is called. Returns the position of the wallet's newest event for the deposit; null when there is nothing to
   * post yet.
   */
  settle(depositId: string): Promise<bigint | null>
}

interface Facts {
  readonly deposit: Deposit
  readonly succeededAt: bigint | null
  readonly returned: { readonly position: bigint; readonly code: string } | null
  /** In ledger order. */
  readonly claims: readonly { readonly event: ClaimEvent; readonly position: bigint }[]
}

export const createSettlement = ({
  store,
  wallets,
  clock,
}: Pick<WalletArea, 'store' | 'wallets' | 'clock'>): Settlement => {
  /** Reads the deposit from its stream, which has seven events at most. */
  const factsOf = async (depositId: string): Promise<Facts> => {
    let deposit = initialState()
    let succeededAt: Facts['succeededAt'] = null
    let returned: Facts['returned'] = null
    const claims: { event: ClaimEvent; position: bigint }[] = []
    for await (const recorded of store.readStream(depositEvents.streamOf(depositId))) {
      const event = depositEvents.parse(recorded)
      deposit = evolve(deposit, event)
      if (event.type === 'DepositSucceeded') succeededAt = recorded.position
      if (event.type === 'DepositReturned') returned = { position: recorded.position, code: event.data.code }
      if (isClaim(event)) claims.push({ event, position: recorded.position })
    }
    return { deposit, succeededAt, returned, claims }
  }

  /** Posts to the wallet what a claim took or released. */
  const carryClaim = ({
    event,
    source,
    after,
  }: {
    event: ClaimEvent
    source: DepositMethod
    after: bigint
  }) => {
    const { memberId, depositId, takeId } = event.data
    const parts = {
      depositId,
      takeId,
      source,
      amount: usd(BigInt(event.data.amount.minor)),
      fee: usd(BigInt(event.data.fee.minor)),
    }
    const isTaken = event.type === 'DepositClaimed'
    return wallets.execute(
      memberId,
      isTaken
        ? { type: 'takeDepositBack', ...parts, reason: event.data.code }
        : { type: 'giveDepositBack', ...parts },
      {
        ...bySystem(clock, depositId, takeId),
        step: { eventId: derivedId(isTaken ? 'DepositTakenBack' : 'DepositGivenBack', takeId), after },
      },
    )
  }

  return {
    settle: async (depositId) => {
      const { deposit, succeededAt, returned, claims } = await factsOf(depositId)
      if (deposit.stage === 'absent' || succeededAt === null) return null
      const { memberId, method: source, amount, fee } = deposit
      const booking = { depositId, source, amount, ...(fee.minor > 0n && { fee }) }
      const context = (cause: string) => bySystem(clock, depositId, derivedId(cause, depositId))
      const credited = await wallets.execute(
        memberId,
        { type: 'creditDeposit', ...booking },
        {
          ...context('DepositSucceeded'),
          step: { eventId: derivedId('DepositCredited', depositId), after: succeededAt },
        },
      )
      let position = credited.position
      // A report that moved nothing only decided what later ones may do.
      for (const { event, position: after } of claims.filter(({ event: { data } }) => movesCents(data)))
        position = (await carryClaim({ event, source, after: after > position ? after : position })).position
      if (!returned) return position
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

/** Settles deposits (by id) into wallets where the process that received the webhook could not. */
export const startDepositSettlement = completing<string>({
  name: 'deposit settlement',
  wokenBy: ['deposits'],
  report: 'Settled deposits whose outcome had been left waiting',
})
