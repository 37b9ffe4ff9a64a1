import { decide, type DepositCommand } from '../../events/deposits/decide.ts'
import { depositAggregate, type Deposit } from '../../events/deposits/deposit.ts'
import { DEPOSIT_SCHEMA_VERSION, depositStream, type DepositEvent } from '../../events/deposits/events.ts'
import { derivedId } from '../../events/ids.ts'
import { createCommandHandler, type Handled } from '../../events/store/command-handler.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { withoutSnapshots } from '../../events/store/stream-snapshots.ts'
import type { CommandContext } from '../wallet/wallets.ts'

/** Carries out commands on deposits; see `createCommandHandler` for what is promised and thrown. */
export interface Deposits {
  execute(depositId: string, command: DepositCommand, context: CommandContext): Promise<Handled<DepositEvent>>
}

/** The deposit that a member's idempotency key stands for; the same key can only ever pay in once. */
export const depositIdOf = (memberId: string, idempotencyKey: string): string =>
  derivedId('deposit', memberId, idempotencyKey)

export const createDeposits = (store: EventStore): Deposits => {
  const handler = createCommandHandler({
    store,
    aggregate: depositAggregate,
    snapshots: withoutSnapshots<Deposit>(),
  })
  return {
    execute: (depositId, command, { step, at, ...context }) =>
      handler.handle(depositStream(depositId), (deposit) => decide(command, deposit), {
        metadata: { schemaVersion: DEPOSIT_SCHEMA_VERSION, ...context },
        at,
        ...(step ? { step } : {}),
      }),
  }
}
