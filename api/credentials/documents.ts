import { didWebOf } from '../contract/credential-verifier/did-web.ts'
import type { DidDocument } from '../contract/credentials.ts'
import { didOf } from '../identity/identifier.ts'
import type { PublicKey } from './ed25519.ts'

/** The first context makes it a DID document; the others define Multikey and JsonWebKey. */
const DID_CONTEXT = 'https://www.w3.org/ns/did/v1'
const MULTIKEY_CONTEXT = 'https://w3id.org/security/multikey/v1'
const JWK_CONTEXT = 'https://w3id.org/security/jwk/v1'

/** The member's DID under the method did:web. */
const webDidOf = (publicUrl: string, memberId: string): string => didWebOf(publicUrl, 'did', memberId)

const multikey = (did: string, { multibase }: PublicKey) => ({
  id: `${did}#${multibase}`,
  type: 'Multikey',
  controller: did,
  publicKeyMultibase: multibase,
})

/**
 * A member's DID document: the key, and nothing about the person. Each DID method has its own document, because the
 * `id` of a document is the DID that was resolved (DID Core 5.1.1); `alsoKnownAs` links the two.
 */
export const memberDocument = (
  publicUrl: string,
  memberId: string,
  key: PublicKey,
  method: 'youtility' | 'web',
): DidDocument & { authentication: string[]; service: { id: string }[] } => {
  const dids = [didOf(memberId), webDidOf(publicUrl, memberId)] as const
  const [did, twin] = method === 'youtility' ? dids : dids.toReversed()
  if (did === undefined || twin === undefined) throw new Error('A member has two DIDs')
  const verificationMethod = multikey(did, key)
  return {
    '@context': [DID_CONTEXT, MULTIKEY_CONTEXT],
    id: did,
    alsoKnownAs: [twin],
    verificationMethod: [verificationMethod],
    authentication: [verificationMethod.id],
    service: [],
  }
}

/** DID URLs of the platform's key, for Data Integrity proofs and for JWTs. */
export const platformKeyIds = (publicUrl: string, { multibase, thumbprint }: PublicKey) => {
  const did = didWebOf(publicUrl)
  return { did, dataIntegrity: `${did}#${multibase}`, jose: `${did}#${thumbprint}` }
}

/**
 * The issuer's document: each key published twice, for Data Integrity and for JOSE. Former keys sign no more, but what
 * they signed verifies.
 */
export const platformDocument = (
  publicUrl: string,
  { former, ...key }: PublicKey & { readonly former: readonly PublicKey[] },
): DidDocument => {
  const keys = [key, ...former].map((one) => ({ ...one, ...platformKeyIds(publicUrl, one) }))
  const { did } = platformKeyIds(publicUrl, key)
  return {
    '@context': [DID_CONTEXT, MULTIKEY_CONTEXT, JWK_CONTEXT],
    id: did,
    verificationMethod: keys.flatMap((one) => [
      multikey(did, one),
      { id: one.jose, type: 'JsonWebKey', controller: did, publicKeyJwk: { ...one.jwk } },
    ]),
    assertionMethod: keys.flatMap(({ dataIntegrity, jose }) => [dataIntegrity, jose]),
  }
}
