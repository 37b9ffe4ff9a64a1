import { compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose'
import * as z from 'zod/mini'

/** A credential as a JWT must carry it (VC-JOSE-COSE 3.1.1); `vc` and `vp` belong to the older way and are refused. */
const Payload = z.looseObject({
  '@context': z.array(z.unknown()).check(
    z.minLength(1),
    z.refine(([first]) => first === 'https://www.w3.org/ns/credentials/v2'),
  ),
  type: z.union([
    z.literal('VerifiableCredential'),
    z.array(z.string()).check(z.refine((types) => types.includes('VerifiableCredential'))),
  ]),
  issuer: z.union([z.string(), z.looseObject({ id: z.string() })]),
  credentialSubject: z.unknown(),
  vc: z.optional(z.undefined()),
  vp: z.optional(z.undefined()),
})

const TYPES = new Set(['vc+jwt', 'vc-ld+jwt'])

/**
 * The credential inside a `vc+jwt` (VC-JOSE-COSE), once its signature holds.
 * @param keyOf the issuer's public key by the JWT's `kid`
 * @throws when the signature, the header or the payload is not what the standard asks for
 */
export const credentialOfJwt = async (
  jwt: string,
  keyOf: (kid: string | undefined) => Promise<JWK> | JWK,
): Promise<Readonly<Record<string, unknown>>> => {
  const { typ, cty, alg, kid } = decodeProtectedHeader(jwt)
  // Absent, the media type around the JWT says it; what is there must not contradict.
  if (typ !== undefined && !TYPES.has(typ)) throw new TypeError(`A credential is no ${typ}`)
  if (cty !== undefined && cty !== 'vc') throw new TypeError(`A credential is no ${cty}`)
  const key = await importJWK(await keyOf(kid), alg)
  // Not as a JWT: W3C's own inputs have an `iat` in ISO 8601, and a credential's dates stand in the credential.
  const { payload } = await compactVerify(jwt, key, {
    algorithms: ['EdDSA', 'Ed25519', 'ES256', 'ES384', 'ES512'],
  })
  return Payload.parse(JSON.parse(new TextDecoder().decode(payload)))
}
