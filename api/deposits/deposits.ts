import { decide } from '../../events/deposits/decide.ts'
import { depositKind } from '../../events/deposits/deposit.ts'
import { derivedId } from '../../events/ids.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { createStreamCommands } from '../../events/store/stream-commands.ts'

/** Id of the deposit of a member's idempotency key, so that the same key can only pay in once. */
export const depositIdOf = (memberId: string, idempotencyKey: string): string =>
  derivedId('deposit', memberId, idempotencyKey)

/** Commands on the streams of deposits. */
export const createDeposits = (store: EventStore) =>
  createStreamCommands({ store, stream: depositKind, decide })
export type Deposits = Pick<ReturnType<typeof createDeposits>, 'execute' | 'load'>
