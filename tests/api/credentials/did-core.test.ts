import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { signedIn, testServer } from '../../support/test-server.ts'

// One test for each MUST of DID Core 1.0 (https://www.w3.org/TR/did-core/) and did:web that applies to us.

let documents: readonly Document[]
let host = ''

interface Method {
  readonly id: string
  readonly type: string
  readonly controller: string
  readonly publicKeyMultibase?: string
  readonly publicKeyJwk?: Readonly<Record<string, string>>
}
interface Document {
  readonly '@context': readonly string[]
  readonly id: string
  readonly alsoKnownAs?: readonly string[]
  readonly verificationMethod: readonly Method[]
  readonly authentication?: readonly string[]
  readonly assertionMethod?: readonly string[]
  readonly service?: readonly unknown[]
}

const resolve = (did: string, accept?: string) =>
  fetch(
    `${server.url}/api/did/resolve/${encodeURIComponent(did)}`,
    accept ? { headers: { Accept: accept } } : {},
  )
const json = async (response: Response) => JSON.parse(await response.text())

const server = testServer()
const ada = signedIn(server, 'ada')
beforeAll(async () => {
  host = `localhost%3A${new URL(server.url).port}`
  documents = await Promise.all(
    [`did:youtility:${ada.id}`, `did:web:${host}:did:${ada.id}`, `did:web:${host}`].map(async (did) =>
      json(await resolve(did)),
    ),
  )
})

// The ABNF of DID Core 3.1 and 3.2.
const DID = /^did:[a-z0-9]+:(?:(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2})*:)*(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2})+$/
const isDidUrl = (text: string) => DID.test(text.split('#')[0] ?? '') && /^[^#]+#[\w.~-]+$/.test(text)

describe('DID documents', () => {
  it('3.1 name DIDs that are written by the syntax', () => {
    for (const { id } of documents) expect(id).toMatch(DID)
  })
  it('5.1.1 have the DID that was resolved as their id', () => {
    expect(documents.map(({ id }) => id)).toEqual([
      `did:youtility:${ada.id}`,
      `did:web:${host}:did:${ada.id}`,
      `did:web:${host}`,
    ])
  })
  it('5.1.3 have a set of URIs as alsoKnownAs, and each says the other', () => {
    const [own, web, platform] = documents
    expect(own?.alsoKnownAs).toEqual([web?.id])
    expect(web?.alsoKnownAs).toEqual([own?.id])
    expect(platform).not.toHaveProperty('alsoKnownAs')
  })
  it('5.2 have verification methods with id, type and controller, ids as absolute DID URLs', () => {
    for (const { id, verificationMethod } of documents)
      for (const method of verificationMethod) {
        expect(isDidUrl(method.id)).toBe(true)
        expect(method.id.startsWith(`${id}#`)).toBe(true)
        expect(method.controller).toBe(id)
        expect(method.type).toMatch(/^(Multikey|JsonWebKey)$/)
      }
  })
  it('5.2.1 have no verification method twice, each with one representation of its key', () => {
    for (const { verificationMethod } of documents) {
      const ids = verificationMethod.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const { publicKeyMultibase, publicKeyJwk } of verificationMethod)
        expect([publicKeyMultibase, publicKeyJwk].filter((key) => key !== undefined)).toHaveLength(1)
    }
  })
  it('5.2.1 have public keys only: no d in a JWK, an Ed25519 public key in a Multikey', () => {
    for (const { verificationMethod } of documents)
      for (const { publicKeyJwk, publicKeyMultibase } of verificationMethod) {
        if (publicKeyJwk) expect(Object.keys(publicKeyJwk).toSorted()).toEqual(['crv', 'kty', 'x'])
        else expect(publicKeyMultibase).toMatch(/^z6Mk[1-9A-HJ-NP-Za-km-z]{44}$/)
      }
  })
  it('5.3 refer only to verification methods that are there', () => {
    for (const { verificationMethod, authentication = [], assertionMethod = [] } of documents) {
      const ids = verificationMethod.map(({ id }) => id)
      for (const id of [...authentication, ...assertionMethod]) expect(ids).toContain(id)
    }
  })
  it('5.3 let members authenticate, and only the platform assert', () => {
    const [own, web, platform] = documents
    expect([own?.authentication?.length, web?.authentication?.length]).toEqual([1, 1])
    expect([own, web].some((document) => document && 'assertionMethod' in document)).toBe(false)
    expect(platform?.assertionMethod).toHaveLength(2)
  })
  it('5.4 have a set of services, empty here', () => {
    expect(documents[0]?.service).toEqual([])
  })
  it('6.3.1 begin their JSON-LD context with the one of DID Core', () => {
    for (const document of documents) expect(document['@context'][0]).toBe('https://www.w3.org/ns/did/v1')
  })
  it('8.1 have a name of the method in lower case and digits, and an id that is unique in it', () => {
    expect(documents[0]?.id.split(':')[1]).toBe('youtility')
  })
  it('10 hold nothing about the person', () => {
    // As words of their own: the keys are random letters.
    for (const word of [/\bAda\b/, /Lovelace/, /\bada@/, /"ada"/])
      expect(JSON.stringify(documents)).not.toMatch(word)
  })
  it('of did:web lie at the address that the DID means', async () => {
    expect(await json(await fetch(`${server.url}/did/${ada.id}/did.json`))).toEqual(documents[1])
    expect(await json(await fetch(`${server.url}/.well-known/did.json`))).toEqual(documents[2])
  })
  it('are the member’s own at /api/did/document', async () => {
    expect(await json(await ada.fetch('/api/did/document'))).toEqual({ document: documents[0] })
  })
})

describe('resolution', () => {
  it('6 answers a document in the media type of its representation', async () => {
    const did = `did:youtility:${ada.id}`
    expect((await resolve(did)).headers.get('Content-Type')).toBe('application/did+ld+json')
    expect((await resolve(did, 'application/did+json')).headers.get('Content-Type')).toBe(
      'application/did+json',
    )
  })
  it('7.1 answers the whole result with its metadata to whoever asks for it', async () => {
    const response = await resolve(`did:youtility:${ada.id}`, 'application/did-resolution')
    expect(response.headers.get('Content-Type')).toBe('application/did-resolution')
    expect(await json(response)).toEqual({
      didResolutionMetadata: { contentType: 'application/did+ld+json' },
      didDocument: documents[0],
      didDocumentMetadata: { created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) },
    })
  })
  it.each([
    ['not-a-did', 400, 'invalidDid'],
    ['did:youtility:', 400, 'invalidDid'],
    ['did:youtility:42', 400, 'invalidDid'],
    ['did:YOUTILITY:01a1ff92-b776-7013-9b2e-8606149de6b2', 400, 'invalidDid'],
    ['did:youtility:01A1FF92-B776-7013-9B2E-8606149DE6B2', 400, 'invalidDid'],
    [`did:youtility:${randomUUID()}`, 404, 'notFound'],
    ['did:web:example.com', 404, 'notFound'],
    ['did:key:z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2', 501, 'methodNotSupported'],
  ])('7.1.2 says why %s does not resolve', async (did, status, error) => {
    const response = await resolve(did)
    expect(response.status).toBe(status)
    expect(await json(response)).toMatchObject({
      didResolutionMetadata: { error },
      didDocument: null,
      didDocumentMetadata: {},
      error: expect.stringMatching(/\w+ \w+/),
    })
  })
  it('finds no did:web of somebody who is no member', async () => {
    expect((await fetch(`${server.url}/did/${randomUUID()}/did.json`)).status).toBe(404)
    expect((await resolve(`did:web:${host}:did:${randomUUID()}`)).status).toBe(404)
    expect((await fetch(`${server.url}/did/etc/did.json`)).status).toBe(400)
  })
  it('gives a member one key for good', async () => {
    await server.restart()
    expect(await json(await resolve(`did:youtility:${ada.id}`))).toEqual(documents[0])
  })
})
