import * as z from 'zod/mini'
import { ById, Id, keyText, Page, Timestamp } from './fields.ts'
import { openEnum } from './open.ts'
import { anybody, defineOperations, member } from './operation.ts'

/** A DID (DID Core 3.1), such as did:youtility:{user id}. */
export const DidText = z
  .string('Enter a DID.')
  .check(z.maxLength(300), z.regex(/^did:[a-z0-9]+:([\w.-]|%[0-9A-Fa-f]{2}|:)+$/, 'This is not a DID.'))

const VerificationMethod = z.looseObject({
  id: z.string(),
  type: z.string(),
  controller: z.string(),
  publicKeyMultibase: z.optional(z.string()),
  publicKeyJwk: z.optional(z.record(z.string(), z.string())),
})

/** A DID document (DID Core 1.0). */
export const DidDocument = z.looseObject({
  '@context': z.array(z.string()),
  id: DidText,
  alsoKnownAs: z.optional(z.array(z.string())),
  verificationMethod: z.optional(z.array(VerificationMethod)),
  authentication: z.optional(z.array(z.union([z.string(), VerificationMethod]))),
  assertionMethod: z.optional(z.array(z.union([z.string(), VerificationMethod]))),
  service: z.optional(z.array(z.looseObject({ id: z.string() }))),
})
export type DidDocument = z.infer<typeof DidDocument>

/** A member's own document; `authentication` and `service` are always present, so that their entries can be counted. */
export const MemberDidDocument = z.extend(DidDocument, {
  authentication: z.array(z.string()),
  service: z.array(z.looseObject({ id: z.string() })),
})

/** The result of DID resolution (DID Core 7.1) as the HTTP binding writes it. */
export const DidResolution = z.looseObject({
  didResolutionMetadata: z.looseObject({
    contentType: z.optional(z.string()),
    error: z.optional(z.string()),
  }),
  didDocument: z.nullable(DidDocument),
  didDocumentMetadata: z.looseObject({
    created: z.optional(z.string()),
    deactivated: z.optional(z.boolean()),
  }),
})

/** A W3C Verifiable Credential 2.0 with its Data Integrity proof, as it was signed. */
export const SignedCredential = z.looseObject({
  '@context': z.array(z.string()),
  id: z.string(),
  type: z.array(z.string()),
  issuer: z.string(),
  validFrom: z.string(),
  validUntil: z.optional(z.string()),
  credentialSubject: z.looseObject({ id: z.string() }),
  credentialStatus: z.optional(z.looseObject({ type: z.string() })),
  proof: z.looseObject({ type: z.string(), verificationMethod: z.string(), proofValue: z.string() }),
})
export type SignedCredential = z.infer<typeof SignedCredential>

/** Credentials that a member can request. */
export const CredentialType = z.enum(
  ['YoutilityMemberCredential', 'ProfileCredential'],
  'The type is YoutilityMemberCredential or ProfileCredential.',
)
export type CredentialType = z.infer<typeof CredentialType>

/** Every credential that there can be; `IdentityCredential` is issued to whoever was verified, and not on request. */
export type IssuedType = CredentialType | 'IdentityCredential'

/**
 * Result of verifying a credential. `unsupported`: it is not in its issuer's form, so its signature was not checked.
 * `unknown`: a required document could not be fetched.
 */
export const Verdict = z.enum([
  'valid',
  'tampered',
  'not_yet_valid',
  'expired',
  'revoked',
  'foreign_issuer',
  'unsupported',
  'unknown',
])
export type Verdict = z.infer<typeof Verdict>

/** Each verdict as a sentence for people. */
export const VERDICT_SENTENCE: Readonly<Record<Verdict, string>> = {
  valid: 'Signed by Youtility, unchanged, in force and not revoked.',
  tampered: 'The signature does not match: something was changed after signing.',
  not_yet_valid: 'The credential is not valid yet.',
  expired: 'The credential has expired.',
  revoked: 'The credential has been revoked.',
  foreign_issuer: 'The credential was not issued by Youtility.',
  unsupported: 'This is not written as Youtility writes its credentials, so nothing can be said about it.',
  unknown: 'The credential could not be checked right now. Please try again.',
}

/** A credential as shown in lists, with its signed document. */
export const Credential = z.object({
  id: Id,
  /** Every type, such as VerifiableCredential and ProfileCredential. */
  type: z.array(z.string()),
  issuer: z.string(),
  issuanceDate: Timestamp,
  /** Absent: does not expire. */
  expirationDate: z.optional(Timestamp),
  /** Whether the proof, the dates and the revocation status were checked and are valid. */
  verified: z.boolean(),
  verdict: openEnum(Verdict, 'unknown'),
  revoked_at: z.nullable(Timestamp),
  /** The signed document, to copy or share. */
  credential: SignedCredential,
})
export type Credential = z.infer<typeof Credential>

/** Media types that a resolver's caller may accept. */
export const DID_DOCUMENT_TYPES = ['application/did+ld+json', 'application/did+json'] as const
export const DID_RESOLUTION_TYPE = 'application/did-resolution'

export const credentialOperations = defineOperations({
  getDidDocument: member.get('/api/did/document', {
    summary: "The member's own DID document",
    response: z.object({ document: MemberDidDocument }),
  }),
  resolveDid: anybody.get('/api/did/resolve/{did}', {
    summary:
      'The document of a DID of ours (did:youtility or its did:web twin); the whole resolution result when application/did-resolution is accepted. 404 unknown, 410 deactivated',
    also: [410],
    params: z.strictObject({ did: keyText(300, 'This is too long for a DID.') }),
    response: z.union([DidResolution, DidDocument]),
  }),
  getMemberDidJson: anybody.get('/did/{id}/did.json', {
    summary: "did:web document of a member, cross-linked with the member's did:youtility by alsoKnownAs",
    also: [410],
    params: ById,
    response: DidDocument,
  }),
  getPlatformDidJson: anybody.get('/.well-known/did.json', {
    summary: 'did:web document of the platform, which issues the credentials',
    response: DidDocument,
  }),
  getJsonLdContext: anybody.get('/contexts/youtility/v1', {
    summary: "JSON-LD context of Youtility's credentials; never changes",
    response: z.looseObject({ '@context': z.looseObject({}) }),
  }),
  getJsonLdContextV2: anybody.get('/contexts/youtility/v2', {
    summary: 'JSON-LD context of credentials that say who somebody is; never changes',
    response: z.object({ '@context': z.looseObject({}) }),
  }),
  getStatusList: anybody.get('/credentials/status/{number}', {
    summary: 'A signed Bitstring Status List: which credentials have been revoked',
    params: z.strictObject({ number: z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'This is not a number.')) }),
    response: SignedCredential,
  }),
  listCredentials: member.get('/api/did/credentials', {
    summary: "The member's credentials, newest first, each verified now",
    query: Page,
    response: z.object({ credentials: z.array(Credential), next_cursor: z.nullable(z.string()) }),
  }),
  issueCredential: member.post('/api/did/credentials/issue', {
    summary: 'Issues a credential; answers 200 with the one there is while it is valid',
    body: z.strictObject({ credentialType: CredentialType }),
    response: Credential,
    status: 201,
    also: [200],
  }),
  revokeCredential: member.post('/api/did/credentials/{id}/revoke', {
    summary: 'Revokes a credential for good; revoking it again changes nothing',
    params: ById,
    response: Credential,
  }),
  exportCredentialJson: member.get('/api/did/credentials/{id}/export.json', {
    summary: 'The signed credential as a file, application/vc',
    params: ById,
    response: z.string(),
    mediaTypes: ['application/vc'],
  }),
  exportCredentialJwt: member.get('/api/did/credentials/{id}/export.jwt', {
    summary: 'The credential secured as a JWT (VC-JOSE-COSE) as a file, application/vc+jwt',
    params: ById,
    response: z.string(),
    mediaTypes: ['application/vc+jwt'],
  }),
})
