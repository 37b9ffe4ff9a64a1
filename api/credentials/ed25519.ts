import { createHash, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import type { Signer } from '@digitalbazaar/data-integrity'
import { fromJwk } from '@digitalbazaar/ed25519-multikey'

/** The public part of an Ed25519 key, in the two standard formats. */
export interface PublicKey {
  /** Multikey (Controlled Identifiers 2.2.2); starts with z6Mk. */
  readonly multibase: string
  /** JWK (RFC 8037). */
  readonly jwk: { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string }
  /** JWK thumbprint (RFC 7638), the key's id in JWTs. */
  readonly thumbprint: string
}

/** @param raw the 32 bytes of the public key (RFC 8032) */
export const publicKeyOf = async (raw: Buffer): Promise<PublicKey> => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') } as const
  const { publicKeyMultibase: multibase } = await fromJwk({ jwk })
  // Properties in alphabetical order, as RFC 7638 requires.
  const thumbprint = createHash('sha256')
    .update(JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x }))
    .digest('base64url')
  return { multibase, jwk, thumbprint }
}

/** Generates a key pair, 32 bytes each. */
export const generateEd25519 = (): { readonly publicKey: Buffer; readonly privateKey: Buffer } => {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return { publicKey: Buffer.from(x, 'base64url'), privateKey: Buffer.from(d, 'base64url') }
}

export const privateKeyObject = (privateKey: Buffer, publicKey: Buffer): KeyObject =>
  createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: publicKey.toString('base64url'),
      d: privateKey.toString('base64url'),
    },
  })

/** A signer for Data Integrity proofs with the verification method `id`. */
export const signerOf = (id: string, key: KeyObject): Signer => ({
  id,
  algorithm: 'Ed25519',
  sign: async ({ data }) => sign(null, data, key),
})
