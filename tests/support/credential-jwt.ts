import { compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose'
import * as z from 'zod/mini'
import { idOfIssuer, Issuer } from '../../api/contract/credential-verifier/issuer.ts'

/** Payload of a credential as a JWT (VC-JOSE-COSE 3.1.1); `vc` and `vp` belong to an older format and are rejected. */
const Payload = z.looseObject({
  '@context': z.array(z.unknown()).check(
    z.minLength(1),
    z.refine(([first]) => first === 'https://www.w3.org/ns/credentials/v2'),
  ),
  type: z.union([
    z.literal('VerifiableCredential'),
    z.array(z.string()).check(z.refine((types) => types.includes('VerifiableCredential'))),
  ]),
  issuer: Issuer,
  credentialSubject: z.unknown(),
  iss: z.optional(z.string()),
  vc: z.optional(z.undefined()),
  vp: z.optional(z.undefined()),
})

const TYPES = new Set(['vc+jwt', 'vc-ld+jwt'])

/**
 * Verifies the signature of a `vc+jwt` (VC-JOSE-COSE) and returns the credential inside, without the `iss` that programs
 * for JWTs look for: it repeats the issuer, and must not contradict it.
 * @param keyOf the issuer's public key by the JWT's `kid`
 * @throws when the signature, the header or the payload violates the standard
 */
export const credentialOfJwt = async (
  jwt: string,
  keyOf: (kid: string | undefined) => Promise<JWK> | JWK,
): Promise<Readonly<Record<string, unknown>>> => {
  const { typ, cty, alg, kid } = decodeProtectedHeader(jwt)
  // Both are optional, since the media type says the same, but must not contradict it.
  if (typ !== undefined && !TYPES.has(typ)) throw new TypeError(`A credential is no ${typ}`)
  if (cty !== undefined && cty !== 'vc') throw new TypeError(`A credential is no ${cty}`)
  const key = await importJWK(await keyOf(kid), alg)
  // Not `jwtVerify`: W3C's own inputs have an `iat` in ISO 8601, and a credential has its dates in its own fields.
  const { payload } = await compactVerify(jwt, key, {
    algorithms: ['EdDSA', 'Ed25519', 'ES256', 'ES384', 'ES512'],
  })
  const { iss, ...credential } = Payload.parse(JSON.parse(new TextDecoder().decode(payload)))
  if (iss !== undefined && iss !== idOfIssuer(credential.issuer))
    throw new TypeError(`The credential's issuer is not ${iss}`)
  return credential
}
