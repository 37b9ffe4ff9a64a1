import type { Aggregate } from '../store/aggregate.ts'
import { evolve, initialState, type Credential } from './credential.ts'
import { credentialEventId, parseCredentialEvent, type CredentialEvent } from './events.ts'

/** How a credential's stream is read and folded. */
export const credentialAggregate: Aggregate<Credential, CredentialEvent> = {
  initialState,
  evolve,
  parse: parseCredentialEvent,
  idOf: credentialEventId,
}
