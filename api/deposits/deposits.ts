import { decide, type DepositCommand } from '../../events/deposits/decide.ts'
import { depositKind } from '../../events/deposits/deposit.ts'
import type { DepositEvent } from '../../events/deposits/events.ts'
import { derivedId } from '../../events/ids.ts'
import type { Handled } from '../../events/store/commands.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { createStreamCommands, type CommandContext } from '../../events/store/stream-commands.ts'

/** Carries out commands on deposits; see `createCommandHandler` for what is promised and thrown. */
export interface Deposits {
  execute(depositId: string, command: DepositCommand, context: CommandContext): Promise<Handled<DepositEvent>>
}

/** The deposit that a member's idempotency key stands for; the same key can only ever pay in once. */
export const depositIdOf = (memberId: string, idempotencyKey: string): string =>
  derivedId('deposit', memberId, idempotencyKey)

export const createDeposits = (store: EventStore): Deposits => {
  const { execute } = createStreamCommands({ store, stream: depositKind })
  return {
    execute: (depositId, command, context) =>
      execute(depositId, (deposit) => decide(command, deposit), context),
  }
}
