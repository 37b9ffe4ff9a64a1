import { gunzipSync } from 'node:zlib'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { defaultDocumentLoader, verifyCredential } from '@digitalbazaar/vc'
import { compactVerify, importJWK, type JWK } from 'jose'
import type { LoadedDocument } from 'jsonld-signatures'

// A verifier as an outsider would build it: libraries, HTTP, and no code of ours.

/** Fetches a document over HTTP and adds its URL to `fetched`. */
const getJson = async (url: string, fetched: string[]) => {
  fetched.push(url)
  const response = await fetch(url, { redirect: 'error' })
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  return JSON.parse(await response.text())
}

/** The address of a did:web document: over http, because no development machine has a certificate. */
const didWebUrl = (did: string): string => {
  const [host = '', ...path] = did.slice('did:web:'.length).split(':').map(decodeURIComponent)
  return `http://${host}/${path.length === 0 ? '.well-known' : path.join('/')}/did.json`
}

const loaderFor =
  (fetched: string[]) =>
  async (url: string): Promise<LoadedDocument> => {
    if (url.startsWith('did:web:')) {
      const [did = ''] = url.split('#')
      const controller = await getJson(didWebUrl(did), fetched)
      if (controller.id !== did) throw new Error('The document is of another DID')
      if (did === url) return { contextUrl: null, documentUrl: url, document: controller }
      const method = controller.verificationMethod.find(({ id }: { id: string }) => id === url)
      const document = { '@context': 'https://w3id.org/security/multikey/v1', ...method }
      return { contextUrl: null, documentUrl: url, document }
    }
    try {
      return await defaultDocumentLoader(url)
    } catch {
      return { contextUrl: null, documentUrl: url, document: await getJson(url, fetched) }
    }
  }

const readBit = (encodedList: string, index: number): boolean => {
  const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'))
  return ((bits[Math.floor(index / 8)] ?? 0) & (1 << (7 - (index % 8)))) !== 0
}

export interface IndependentResult {
  readonly verified: boolean
  readonly revoked: boolean
  /** The library's message. */
  readonly reason: string
  readonly fetched: readonly string[]
}

/** Verifies a credential, given only public documents fetched over HTTP. */
export const verifyIndependently = async (
  credential: object & { credentialStatus?: unknown },
  now = new Date(),
): Promise<IndependentResult> => {
  const fetched: string[] = []
  let revoked = false
  const verify = (one: object): ReturnType<typeof verifyCredential> =>
    verifyCredential({
      credential: one,
      suite: new DataIntegrityProof({ cryptosuite }),
      documentLoader: loaderFor(fetched),
      now,
      checkStatus: async () => {
        const { statusListCredential, statusListIndex } = JSON.parse(
          JSON.stringify(credential),
        ).credentialStatus
        const list = await getJson(statusListCredential, fetched)
        if (!(await verify(list)).verified) return { verified: false }
        revoked = readBit(list.credentialSubject.encodedList, Number(statusListIndex))
        return { verified: !revoked }
      },
    })
  const { verified, error } = await verify(credential)
  const reasons = [error, ...(error?.errors ?? [])].map((one) => one?.message ?? '')
  return { verified, revoked, reason: reasons.join(' | '), fetched }
}

/** Verifies a vc+jwt with the key that the issuer's DID document has under `kid`. */
export const verifyJwtIndependently = async (jwt: string) => {
  const { payload, protectedHeader } = await compactVerify(jwt, async ({ kid = '', alg }) => {
    const document = await getJson(didWebUrl(kid.split('#')[0] ?? ''), [])
    if (!document.assertionMethod.includes(kid)) throw new Error('The key is not for assertions')
    const jwk: JWK = document.verificationMethod.find(({ id }: { id: string }) => id === kid).publicKeyJwk
    return importJWK(jwk, alg)
  })
  return { header: protectedHeader, credential: JSON.parse(new TextDecoder().decode(payload)) }
}
