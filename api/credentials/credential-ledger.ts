import { credentialKind, decide, type CredentialCommand } from '../../events/credentials/credential.ts'
import { createStreamCommands } from '../../events/store/stream-commands.ts'
import type { WalletArea } from '../wallet/context.ts'

/** Appends a credential's events to the ledger; repeating a command changes nothing. */
export interface CredentialLedger {
  readonly record: (
    credentialId: string,
    command: CredentialCommand,
    actor: string,
  ) => Promise<{ readonly position: bigint }>
}

export const createCredentialLedger = ({
  store,
  clock,
}: Pick<WalletArea, 'store' | 'clock'>): CredentialLedger => {
  // A credential's stream has two events at most.
  const { execute } = createStreamCommands({
    store,
    stream: credentialKind,
    decide: ({ id, command }: { id: string; command: CredentialCommand }, credential) =>
      decide(command, id, credential),
  })
  return {
    record: (id, command, actor) =>
      execute(
        id,
        { id, command },
        {
          actor,
          correlationId: id,
          causationId: id,
          at: clock().toISOString(),
          // The background process may append the same events as the request that it completes.
          contested: true,
        },
      ),
  }
}
