import * as z from 'zod/mini'
import type { LoadedDocument } from 'jsonld-signatures'
import {
  YOUTILITY_CONTEXT,
  YOUTILITY_CONTEXT_PATH,
  YOUTILITY_CONTEXT_V2,
  YOUTILITY_CONTEXT_V2_PATH,
} from './context.ts'
import { didWebUrl } from './did-web.ts'

/** A required document could not be fetched, so the credential can neither be confirmed nor rejected. */
export class DocumentUnavailable extends Error {
  override name = 'DocumentUnavailable'
  constructor(url: string, options?: ErrorOptions) {
    super(`${url} could not be fetched`, options)
  }
}

/** Fetches the JSON at a URL of the issuer's origin; @throws when that fails. */
export type FetchDocument = (url: string) => Promise<unknown>

const MULTIKEY_CONTEXT = 'https://w3id.org/security/multikey/v1'

const Controller = z.looseObject({
  id: z.string(),
  verificationMethod: z._default(z.array(z.looseObject({ id: z.string(), type: z.string() })), []),
})

const loaded = (documentUrl: string, document: unknown): LoadedDocument => ({
  contextUrl: null,
  documentUrl,
  document,
})

/** Document of an Ed25519 did:key DID (did:key 3.1), derived from the key in the DID itself: nothing is fetched. */
const didKeyDocument = (did: string): unknown => {
  const multibase = did.slice('did:key:'.length)
  const id = `${did}#${multibase}`
  return {
    '@context': ['https://www.w3.org/ns/did/v1', MULTIKEY_CONTEXT],
    id: did,
    verificationMethod: [{ id, type: 'Multikey', controller: did, publicKeyMultibase: multibase }],
    assertionMethod: [id],
  }
}

/**
 * A key of a DID document, by its absolute DID URL. @throws when the key is missing, or the document is of another DID
 */
const verificationMethodOf = (document: unknown, did: string, url: string): unknown => {
  const { id, verificationMethod } = Controller.parse(document)
  const method = verificationMethod.find((one) => one.id === url)
  if (id !== did || !method) throw new Error(`${did} has no key ${url}`)
  return { '@context': method.type === 'Multikey' ? MULTIKEY_CONTEXT : undefined, ...method }
}

/**
 * Loads documents for JSON-LD: our built-in contexts, DID documents of the issuer's own origin, and the caller's
 * `contexts`. No other URL is fetched, so that a credential cannot trigger requests to other hosts.
 */
export const createDocuments = ({
  origin,
  fetchDocument,
  contexts = new Map(),
}: {
  /** Origin of the only trusted issuer. */
  readonly origin: string
  readonly fetchDocument: FetchDocument
  /** More contexts by URL, such as those of W3C's test vectors. */
  readonly contexts?: ReadonlyMap<string, unknown>
}) => {
  const fetched = new Map<string, Promise<unknown>>()
  let failure: DocumentUnavailable | undefined

  const get = async (url: string): Promise<unknown> => {
    const known = fetched.get(url) ?? fetchDocument(url)
    fetched.set(url, known)
    try {
      return await known
    } catch (cause) {
      failure = new DocumentUnavailable(url, { cause })
      throw failure
    }
  }

  const didDocument = (did: string): unknown => {
    if (did.startsWith('did:key:z6Mk')) return didKeyDocument(did)
    const url = didWebUrl(did, origin)
    if (url === null) throw new Error(`${did} is not of ${origin}`)
    return get(url)
  }

  return {
    get,
    /** The last failed fetch; the libraries swallow what a loader throws. */
    failure: () => failure,
    load: async (url: string): Promise<LoadedDocument | null> => {
      if (url === `${origin}${YOUTILITY_CONTEXT_PATH}`) return loaded(url, YOUTILITY_CONTEXT)
      if (url === `${origin}${YOUTILITY_CONTEXT_V2_PATH}`) return loaded(url, YOUTILITY_CONTEXT_V2)
      const context = contexts.get(url)
      if (context !== undefined) return loaded(url, context)
      if (!url.startsWith('did:')) return null
      const [did = ''] = url.split('#')
      const document = await didDocument(did)
      return loaded(url, did === url ? document : verificationMethodOf(document, did, url))
    },
  }
}
export type Documents = ReturnType<typeof createDocuments>
