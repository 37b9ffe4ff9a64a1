import { gzipSync } from 'node:zlib'
import { createDocuments, type FetchDocument } from '../../api/contract/credential-verifier/documents.ts'
import { proofHolds } from '../../api/contract/credential-verifier/proof.ts'
import { verifyCredential, type VerifyOptions } from '../../api/contract/credential-verifier/verify.ts'
import type { SignedCredential, Verdict } from '../../api/contract/credentials.ts'
import { platformDocument } from '../../api/credentials/documents.ts'
import { generateEd25519, privateKeyObject, publicKeyOf } from '../../api/credentials/ed25519.ts'
import { createIssuer } from '../../api/credentials/issuer.ts'
import { statusEntry, statusListUrl } from '../../api/credentials/status-lists.ts'

export const ORIGIN = 'https://app.example'
export const NOW = new Date('2026-11-22T12:00:00Z')
export const LIST_URL = statusListUrl(ORIGIN, 1)

/** These bytes as an `encodedList`. */
export const packed = (bits: Buffer): string => `u${gzipSync(bits).toString('base64url')}`

/** Copies `document` with `value` at `path`; undefined removes what is there. */
export const changed = (document: object, path: readonly (string | number)[], value: unknown): object => {
  const copy = structuredClone(document)
  const last = path.at(-1) ?? ''
  let place: object = copy
  for (const key of path.slice(0, -1)) place = Object(Reflect.get(place, key))
  if (value === undefined) Reflect.deleteProperty(place, last)
  else Reflect.set(place, last, value)
  return copy
}

/** An issuer with a key of its own, a credential that it really signed, and a verifier that sees its documents. */
export const issuedCredentials = async () => {
  const { publicKey, privateKey } = generateEd25519()
  const key = {
    ...(await publicKeyOf(publicKey)),
    createdAt: NOW,
    former: [],
    privateKey: () => privateKeyObject(privateKey, publicKey),
  }
  const keys = {
    ofPlatform: async () => key,
    ofMember: () => Promise.reject(new Error('no member')),
    rewrap: async () => 0,
  }
  const issuer = createIssuer({ publicUrl: ORIGIN, keys })
  const hour = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
  const listOf = (bits: Buffer, more: object = {}) =>
    issuer.sign({
      id: LIST_URL,
      type: 'BitstringStatusListCredential',
      validFrom: hour(-1),
      validUntil: hour(23),
      credentialSubject: {
        id: `${LIST_URL}#list`,
        type: 'BitstringStatusList',
        statusPurpose: 'revocation',
        encodedList: packed(bits),
        ...more,
      },
    })
  const list = await listOf(Buffer.alloc(16_384))
  const credential = await issuer.sign({
    id: 'urn:uuid:8d8b6a8e-6d3a-4b8c-9f39-0a3c5d8d9b11',
    type: 'ProfileCredential',
    credentialSubject: { id: 'did:youtility:ada', fullName: 'Ada Lovelace', bio: 'Analyst' },
    validFrom: hour(-24),
    validUntil: hour(24),
    credentialStatus: statusEntry(ORIGIN, 1, 94_567),
  })

  const fetchOf =
    (statusList: unknown, did: unknown = platformDocument(ORIGIN, key)): FetchDocument =>
    async (url) => {
      if (url === `${ORIGIN}/.well-known/did.json`) return did
      if (url === LIST_URL) return statusList
      throw new Error(`${url} is not there`)
    }

  return {
    credential,
    list,
    listOf,
    did: platformDocument(ORIGIN, key),
    fetchOf,
    /** The result of all checks, as in a visitor's browser. */
    verdictOn: (document: unknown, more: Partial<VerifyOptions> = {}): Promise<Verdict> =>
      verifyCredential(document, { origin: ORIGIN, now: NOW, fetchDocument: fetchOf(list), ...more }),
    /** As if the signature were valid: checks that must fail even then. */
    verdictIfSigned: (document: unknown, statusList: unknown = list): Promise<Verdict> =>
      verifyCredential(document, {
        origin: ORIGIN,
        now: NOW,
        fetchDocument: fetchOf(statusList),
        checkProof: async () => true,
      }),
    /** Whether the signature alone is valid. */
    signatureHolds: (document: object, did?: object): Promise<boolean> =>
      proofHolds(document, createDocuments({ origin: ORIGIN, fetchDocument: fetchOf(list, did) })),
  }
}
export type IssuedCredentials = Awaited<ReturnType<typeof issuedCredentials>> & {
  readonly credential: SignedCredential
}
