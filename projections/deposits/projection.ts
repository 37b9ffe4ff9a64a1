import { isClaim, STAGE_OF, type ClaimEvent } from '../../events/deposits/deposit.ts'
import { depositEvents, type DepositEvent } from '../../events/deposits/events.ts'
import { happenedAt } from '../../events/happened-at.ts'
import { walletEvents, type WalletEvent } from '../../events/wallet/events.ts'
import { foldTable } from '../fold-table.ts'
import type { Projection } from '../projection.ts'
import { deposit } from './table.ts'

/** Columns of a new deposit, besides what the wallet gets. */
const NEW = { stage: 'initiated', credited: false, reversed: false, takenMinor: 0n } as const

/** What the processor's report sets; a later one without a reference keeps the earlier one's. */
const reportedBy = (event: Exclude<DepositEvent, ClaimEvent>, position: bigint) => {
  const { reference = null } = { ...('reference' in event.data && event.data) }
  return {
    stage: STAGE_OF[event.type],
    ...(reference !== null && { reference }),
    ...(event.type === 'DepositFailed' && { code: event.data.reason }),
    ...(event.type === 'DepositSucceeded' && { succeededPosition: position }),
    ...(event.type === 'DepositReturned' && { code: event.data.code }),
  }
}

/** What the wallet's fact changes; null for one that is not about a deposit. */
const bookedBy = (event: WalletEvent, succeededPosition: bigint) => {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others are not about deposits
  switch (event.type) {
    case 'DepositCredited': {
      const ofBank = event.data.source === 'bank' && ({ stage: 'succeeded', succeededPosition } as const)
      return { set: { credited: true, ...ofBank } }
    }
    case 'DepositTakenBack':
      return { set: { code: event.data.reason }, add: { takenMinor: BigInt(event.data.amount.minor) } }
    case 'DepositGivenBack':
      return { set: {}, add: { takenMinor: -BigInt(event.data.amount.minor) } }
    case 'DepositReversed': {
      const { source, reason: code } = event.data
      return { set: { reversed: true, ...(source === 'bank' && ({ stage: 'returned', code } as const)) } }
    }
    default:
      return null
  }
}

const OF_DEPOSITS: ReadonlySet<string> = new Set([
  'DepositCredited',
  'DepositReversed',
  'DepositTakenBack',
  'DepositGivenBack',
])

export const deposits = foldTable(deposit, {
  sets: ['stage', 'reference', 'code', 'succeededPosition', 'credited', 'reversed', 'updatedAt'],
  adds: ['takenMinor'],
  effects: (recorded) => {
    const { position } = recorded
    const updatedAt = happenedAt(recorded)
    const times = { createdAt: updatedAt, updatedAt, position }
    if (depositEvents.isStream(recorded.streamId)) {
      const event = depositEvents.parse(recorded)
      if (isClaim(event)) return []
      const id = event.data.depositId
      if (event.type !== 'DepositInitiated')
        return [{ id, set: { ...reportedBy(event, position), updatedAt } }]
      const { memberId, method, amount, fee, provider } = event.data
      const money = { currency: amount.currency, minor: BigInt(amount.minor), feeMinor: BigInt(fee.minor) }
      return [{ begins: { id, memberId, method, ...money, provider, ...NEW, ...times } }]
    }
    // All other events of a wallet are parsed by the read models that show them.
    if (!OF_DEPOSITS.has(recorded.type)) return []
    const event = walletEvents.parse(recorded)
    const booked = bookedBy(event, position)
    if (booked === null || !('depositId' in event.data)) return []
    const id = event.data.depositId
    const change = { id, ...booked, set: { ...booked.set, updatedAt } }
    // A bank books a deposit that no processor has reported before.
    if (event.type !== 'DepositCredited' || event.data.source !== 'bank') return [change]
    const { memberId, source: method, amount } = event.data
    const money = { currency: amount.currency, minor: BigInt(amount.minor), feeMinor: 0n }
    return [{ begins: { id, memberId, method, ...money, ...NEW, ...times } }, change]
  },
})

/** Every deposit with its state, from the order to the wallet's credit: table `deposit`. */
export const depositsProjection: Projection = {
  name: 'deposits',
  version: 2,
  follows: (streamId) => depositEvents.isStream(streamId) || walletEvents.isStream(streamId),
  apply: deposits.write,
}
