import * as z from 'zod'
import { fact, Id } from '../facts.ts'
import { defineEvents } from '../stream.ts'

/** A credential is issued once and revoked once. */
export const CredentialEvent = z.discriminatedUnion('type', [
  fact('CredentialIssued', ['credentialId'], {
    credentialId: Id,
    memberId: Id,
    credentialType: z.enum(['YoutilityMemberCredential', 'ProfileCredential']),
    /** SHA-256 of the signed document as issued, base64url. */
    documentHash: z.string().regex(/^[\w-]{43}$/),
    /** Its place in the status lists. */
    statusList: z.int().positive(),
    statusIndex: z.int().nonnegative(),
  }),
  fact('CredentialRevoked', ['credentialId'], {
    credentialId: Id,
    memberId: Id,
    reason: z.enum(['member', 'superseded', 'erased']),
  }),
])
export type CredentialEvent = z.infer<typeof CredentialEvent>
export type CredentialEventOf<Type extends CredentialEvent['type']> = Extract<CredentialEvent, { type: Type }>

/**
 * Facts of one credential, the stream `credential-{id}`: ids and the hash of the signed document. The document
 * itself is personal data and stays outside the ledger; its random id and signature keep the hash from being guessed.
 */
export const credentialEvents = defineEvents({ prefix: 'credential-', schema: CredentialEvent, version: 1 })
export const credentialEventId = credentialEvents.idOf
