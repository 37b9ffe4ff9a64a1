import * as z from 'zod'
import { widened } from '../level.ts'
import { fact, Id } from '../facts.ts'
import { defineEvents } from '../stream.ts'

/** A credential is issued once and revoked once. */
export const CredentialEvent = z.discriminatedUnion('type', [
  fact('CredentialIssued', ['credentialId'], {
    credentialId: Id,
    memberId: Id,
    credentialType: widened(
      3,
      z.enum(['YoutilityMemberCredential', 'ProfileCredential']),
      z.enum(['YoutilityMemberCredential', 'ProfileCredential', 'IdentityCredential']),
    ),
    /** SHA-256 of the signed document as issued, base64url. */
    documentHash: z.string().regex(/^[\w-]{43}$/),
    /** Its place in the status lists. */
    statusList: z.int().positive(),
    statusIndex: z.int().nonnegative(),
  }),
  fact('CredentialRevoked', ['credentialId'], {
    credentialId: Id,
    memberId: Id,
    reason: widened(
      3,
      z.enum(['member', 'superseded', 'erased']),
      z.enum(['member', 'superseded', 'erased', 'lapsed']),
    ),
  }),
])
export type CredentialEvent = z.infer<typeof CredentialEvent>
export type CredentialEventOf<Type extends CredentialEvent['type']> = Extract<CredentialEvent, { type: Type }>

/**
 * Facts of one credential, the stream `credential-{id}`: ids and the hash of the signed document. The document
 * itself is personal data and stays outside the ledger; its random id and signature keep the hash from being guessed.
 */
export const credentialEvents = defineEvents({ prefix: 'credential-', schema: CredentialEvent, version: 1 })
