import { isClaim, STAGE_OF, type ClaimEvent } from '../../events/deposits/deposit.ts'
import { depositEvents, type DepositEvent } from '../../events/deposits/events.ts'
import { happenedAt } from '../../events/happened-at.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { walletEvents, type WalletEvent } from '../../events/wallet/events.ts'
import type { Draft, RowOf } from '../table.ts'
import type { deposit } from './table.ts'

/** A new deposit: initiated by a member, or booked from a bank without a processor. */
export type NewDeposit = Pick<
  RowOf<typeof deposit.columns>,
  'id' | 'memberId' | 'method' | 'currency' | 'minor' | 'feeMinor' | 'provider' | 'createdAt' | 'position'
>

/** What all events of a batch change in one deposit; missing columns stay as they are. */
interface DepositMove extends Partial<
  Pick<Draft<RowOf<typeof deposit.columns>>, 'stage' | 'reference' | 'code' | 'succeededPosition'>
> {
  readonly id: string
  credited: boolean
  reversed: boolean
  /** Taken back less given back, in minor units. */
  takenMinor: bigint
  updatedAt: string
}

interface DepositChanges {
  readonly begun: readonly NewDeposit[]
  readonly moves: readonly DepositMove[]
}

const newOf = (
  event: Extract<DepositEvent, { type: 'DepositInitiated' }>,
  { position }: RecordedEvent,
  at: string,
): NewDeposit => {
  const { depositId, memberId, method, amount, fee, provider } = event.data
  return {
    id: depositId,
    memberId,
    method,
    currency: amount.currency,
    minor: BigInt(amount.minor),
    feeMinor: BigInt(fee.minor),
    provider,
    createdAt: at,
    position,
  }
}

const bookedOf = (
  event: Extract<WalletEvent, { type: 'DepositCredited' }>,
  { position }: RecordedEvent,
  at: string,
): NewDeposit => {
  const { depositId, memberId, source, amount } = event.data
  return {
    id: depositId,
    memberId,
    method: source,
    currency: amount.currency,
    minor: BigInt(amount.minor),
    feeMinor: 0n,
    provider: null,
    createdAt: at,
    position,
  }
}

const advance = (move: DepositMove, event: Exclude<DepositEvent, ClaimEvent>, position: bigint): void => {
  move.stage = STAGE_OF[event.type]
  switch (event.type) {
    case 'DepositInitiated':
      return
    case 'DepositSubmitted':
    case 'DepositActionRequired':
    case 'DepositProcessing':
      move.reference = event.data.reference
      return
    case 'DepositFailed':
      move.reference = event.data.reference ?? move.reference ?? null
      move.code = event.data.reason
      return
    case 'DepositSucceeded':
      move.reference = event.data.reference
      move.succeededPosition = position
      return
    case 'DepositReturned':
      move.reference = event.data.reference
      move.code = event.data.code
      return
    default:
      event satisfies never
  }
}

const OF_DEPOSITS: ReadonlySet<string> = new Set([
  'DepositCredited',
  'DepositReversed',
  'DepositTakenBack',
  'DepositGivenBack',
])

/** Nets a batch of deposit and wallet events to new deposits and changes of deposits. */
export const depositChanges = (batch: readonly RecordedEvent[]): DepositChanges => {
  const begun: NewDeposit[] = []
  const moves = new Map<string, DepositMove>()
  const moveOf = (id: string, at: string): DepositMove => {
    const move = moves.get(id) ?? { id, credited: false, reversed: false, takenMinor: 0n, updatedAt: at }
    moves.set(id, move)
    move.updatedAt = at
    return move
  }

  for (const recorded of batch) {
    const at = happenedAt(recorded)
    if (depositEvents.isStream(recorded.streamId)) {
      const event = depositEvents.parse(recorded)
      if (event.type === 'DepositInitiated') begun.push(newOf(event, recorded, at))
      if (!isClaim(event)) advance(moveOf(event.data.depositId, at), event, recorded.position)
      continue
    }
    // All other events of a wallet are parsed by the read models that show them.
    if (!OF_DEPOSITS.has(recorded.type)) continue
    const event = walletEvents.parse(recorded)
    if (event.type === 'DepositCredited') {
      const move = moveOf(event.data.depositId, at)
      move.credited = true
      if (event.data.source === 'bank') {
        begun.push(bookedOf(event, recorded, at))
        move.stage = 'succeeded'
        move.succeededPosition = recorded.position
      }
    }
    if (event.type === 'DepositTakenBack') {
      const move = moveOf(event.data.depositId, at)
      move.takenMinor += BigInt(event.data.amount.minor)
      move.code = event.data.reason
    }
    if (event.type === 'DepositGivenBack')
      moveOf(event.data.depositId, at).takenMinor -= BigInt(event.data.amount.minor)
    if (event.type === 'DepositReversed') {
      const move = moveOf(event.data.depositId, at)
      move.reversed = true
      if (event.data.source === 'bank') {
        move.stage = 'returned'
        move.code = event.data.reason
      }
    }
  }
  return { begun, moves: [...moves.values()] }
}
