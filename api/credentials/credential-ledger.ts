import { credentialAggregate } from '../../events/credentials/aggregate.ts'
import { decide, type Credential, type CredentialCommand } from '../../events/credentials/credential.ts'
import { CREDENTIAL_SCHEMA_VERSION, credentialStream } from '../../events/credentials/events.ts'
import type { Clock } from '../../events/ids.ts'
import { createCommandHandler } from '../../events/store/command-handler.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { withoutSnapshots } from '../../events/store/stream-snapshots.ts'

/** Records what happened to a credential; recording it again changes nothing. */
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
}: {
  readonly store: EventStore
  readonly clock: Clock
}): CredentialLedger => {
  // A credential's stream has two events at most.
  const handler = createCommandHandler({
    store,
    aggregate: credentialAggregate,
    snapshots: withoutSnapshots<Credential>(),
  })
  return {
    record: (credentialId, command, actor) =>
      handler.handle(
        credentialStream(credentialId),
        (credential) => decide(command, credentialId, credential),
        {
          metadata: {
            schemaVersion: CREDENTIAL_SCHEMA_VERSION,
            correlationId: credentialId,
            causationId: credentialId,
            actor,
          },
          at: clock().toISOString(),
          // The process and the call that it stands in for make the same facts.
          contested: true,
        },
      ),
  }
}
