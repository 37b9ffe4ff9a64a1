import { SignJWT } from 'jose'
import {
  CREDENTIALS_CONTEXT,
  YOUTILITY_CONTEXT_PATH,
  YOUTILITY_CONTEXT_V2_PATH,
} from '../contract/credential-verifier/context.ts'
import { SignedCredential } from '../contract/credentials.ts'
import { platformKeyIds } from './documents.ts'
import type { DidKeys } from './keys.ts'

/** A credential to sign; the issuer adds context and issuer. */
export interface Claims {
  /** An absolute URL. */
  readonly id: string
  /** Added to the type VerifiableCredential. */
  readonly type: string
  readonly credentialSubject: object
  readonly validFrom: Date
  readonly validUntil?: Date | null
  readonly credentialStatus?: object
}

/** The platform as an issuer of Verifiable Credentials 2.0. */
export interface Issuer {
  /** Signs with a Data Integrity proof, eddsa-rdfc-2022. */
  readonly sign: (claims: Claims) => Promise<SignedCredential>
  /** Signs the credential as a JWT (VC-JOSE-COSE 3.1.1), without its Data Integrity proof. */
  readonly signJwt: (credential: SignedCredential) => Promise<string>
}

/** XML Schema dateTime to the second, as is usual in credentials. */
const dateOf = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`

/** Kinds that came after the first context have the second: changing one would break what was signed with it. */
const contextPathOf = (type: string): string =>
  type === 'IdentityCredential' ? YOUTILITY_CONTEXT_V2_PATH : YOUTILITY_CONTEXT_PATH

export const createIssuer = ({ publicUrl, keys }: { publicUrl: string; keys: DidKeys }): Issuer => ({
  sign: async ({ id, type, credentialSubject, validFrom, validUntil, credentialStatus }) => {
    const key = await keys.ofPlatform()
    const { did, dataIntegrity } = platformKeyIds(publicUrl, key)
    const credential = {
      '@context': [CREDENTIALS_CONTEXT, `${publicUrl}${contextPathOf(type)}`],
      id,
      type: ['VerifiableCredential', type],
      issuer: did,
      validFrom: dateOf(validFrom),
      ...(validUntil && { validUntil: dateOf(validUntil) }),
      credentialSubject,
      ...(credentialStatus && { credentialStatus }),
    }
    // Imported when needed: a megabyte of JSON-LD code, rarely used.
    const { withProof } = await import('./data-integrity.ts')
    const signed = await withProof(credential, {
      origin: publicUrl,
      keyId: dataIntegrity,
      privateKey: key.privateKey(),
      at: validFrom,
      date: dateOf(validFrom),
    })
    return SignedCredential.parse(signed)
  },
  signJwt: async ({ proof: _proof, ...credential }) => {
    const key = await keys.ofPlatform()
    return new SignJWT(credential)
      .setIssuer(credential.issuer)
      .setProtectedHeader({
        alg: 'EdDSA',
        typ: 'vc+jwt',
        cty: 'vc',
        kid: platformKeyIds(publicUrl, key).jose,
      })
      .sign(key.privateKey())
  },
})
