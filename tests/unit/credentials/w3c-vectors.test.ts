import { readFileSync } from 'node:fs'
import path from 'node:path'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createDocuments } from '../../../api/contract/credential-verifier/documents.ts'
import { credentialOfJwt } from '../../support/credential-jwt.ts'
import { proofHolds } from '../../../api/contract/credential-verifier/proof.ts'

const fixture = (name: string) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'fixtures', name), 'utf8'))

describe('test vectors of vc-di-eddsa', () => {
  const { vectors, contexts } = fixture('vc-di-eddsa.json')
  const holds = (credential: object) =>
    proofHolds(
      credential,
      createDocuments({
        origin: 'https://nobody.example',
        contexts: new Map(
          contexts.map(({ url, document }: { url: string; document: unknown }) => [url, document]),
        ),
        fetchDocument: () => Promise.reject(new Error('Nothing is fetched')),
      }),
    )

  it.each(Object.keys(vectors))('%s holds', async (name) => {
    expect(await holds(vectors[name])).toBe(true)
  })

  const vector = vectors['eddsa-rdfc-2022/signedDataInt.json']
  it.each([
    [
      'a claim',
      { ...vector, credentialSubject: { ...vector.credentialSubject, alumniOf: 'Another School' } },
    ],
    ['the issuer', { ...vector, issuer: 'https://vc.example/issuers/5679' }],
    ['a date', { ...vector, validFrom: '2023-01-01T00:00:01Z' }],
    ['a type', { ...vector, type: ['VerifiableCredential', 'DegreeCredential'] }],
    ['a term more', { ...vector, 'https://schema.org/name': 'x' }],
    ['the time of the proof', { ...vector, proof: { ...vector.proof, created: '2023-02-24T23:36:39Z' } }],
    ['its purpose', { ...vector, proof: { ...vector.proof, proofPurpose: 'authentication' } }],
    ['its suite', { ...vector, proof: { ...vector.proof, cryptosuite: 'eddsa-jcs-2022' } }],
    [
      'its value',
      { ...vector, proof: { ...vector.proof, proofValue: vector.proof.proofValue.replace('z2Y', 'z2Z') } },
    ],
    ['no proof', { ...vector, proof: undefined }],
    [
      'another key',
      {
        ...vector,
        proof: {
          ...vector.proof,
          verificationMethod:
            'did:key:z6MkqRYqQiSgvZQdnBytw86Qbs2ZWUkGv22od935YF4s8M7V#z6MkqRYqQiSgvZQdnBytw86Qbs2ZWUkGv22od935YF4s8M7V',
        },
      },
    ],
  ])('one with %s changed does not', async (_what, credential) => {
    expect(await holds(JSON.parse(JSON.stringify(credential)))).toBe(false)
  })
})

describe('inputs of vc-jose-cose-test-suite', () => {
  const { inputs, keys } = fixture('vc-jose-cose.json')
  const read = (name: string, key: string) => credentialOfJwt(inputs[name], (): JWK => keys[key])

  it.each([
    ['credential-jose-minimal', 'vm-p256'],
    ['credential-issuer-match-signed', 'vm-ed25519'],
  ])('%s verifies', async (name, key) => {
    expect(await read(name, key)).toMatchObject({
      issuer: 'https://example.issuer/vc-jose-cose',
      type: ['VerifiableCredential', 'ExampleAlumniCredential'],
    })
  })

  it.each([
    ['credential-jose-bad-signature', 'vm-ed25519', /signature/],
    ['credential-jose-bad-media-type', 'vm-ed25519', /is no bad\+typ/],
    // Signed with another key than the given one.
    ['credential-jose-unknown-extensions', 'vm-ed25519', /./],
    // The signature is valid, but these claims are not allowed.
    ['credential-jose-vc-vp-claims', 'vm-ed25519', /"vc"[\s\S]*"vp"/],
  ])('%s does not', async (name, key, why) => {
    await expect(read(name, key)).rejects.toThrow(why)
  })
})

describe('the issuer of a credential as a JWT', () => {
  const issuedAs = async (claims: Readonly<Record<string, unknown>>) => {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true })
    const jwt = await new SignJWT({
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      type: ['VerifiableCredential'],
      credentialSubject: {},
      ...claims,
    })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'vc+jwt' })
      .sign(privateKey)
    return credentialOfJwt(jwt, () => exportJWK(publicKey))
  }
  const did = 'did:web:youtility.example'

  it.each([
    ['a DID', did],
    ['an object', { id: did, name: 'Youtility' }],
  ])('is repeated for programs that look for `iss`, and is %s', async (_what, issuer) => {
    for (const claims of [{ issuer }, { issuer, iss: did }]) {
      const credential = await issuedAs(claims)
      expect(credential).toMatchObject({ issuer })
      expect(credential).not.toHaveProperty('iss')
    }
    await expect(issuedAs({ issuer, iss: 'did:web:else.example' })).rejects.toThrow(
      'issuer is not did:web:else.example',
    )
  })
})
