import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyCredential } from '../../../api/contract/credential-verifier/verify.ts'
import type { SignedCredential } from '../../../api/contract/credentials.ts'
import { issues, revokes, saves } from '../../support/identity-calls.ts'
import { signedIn, testServer } from '../../support/test-server.ts'

let credential: SignedCredential
let validUntil = ''
const server = testServer()
const ada = signedIn(server, 'ada')
beforeAll(async () => {
  await saves(ada, {
    bio: 'Analyst',
    website_url: 'https://ada.example',
    shared: ['bio', 'website_url', 'handle'],
  })
  const issued = await issues(ada, 'ProfileCredential')
  credential = issued.credential
  validUntil = issued.expirationDate ?? ''
})

/** Verifies over HTTP, as a visitor's browser does. */
const verdictOn = (value: unknown, now = new Date()) => verifyCredential(value, { origin: server.url, now })

const cached = new Map<string, Promise<unknown>>()
/** The same with each document fetched once. */
const quickVerdictOn = (value: unknown) =>
  verifyCredential(value, {
    origin: server.url,
    now: new Date(),
    fetchDocument: (url) => {
      const known = cached.get(url) ?? fetch(url).then((response) => response.json())
      cached.set(url, known)
      return known
    },
  })

/** Undefined where the text is no JSON any more. */
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const after = (text: string, ms: number) => new Date(Date.parse(text) + ms)

describe('the verdict', () => {
  it('is valid', async () => expect(await verdictOn(credential)).toBe('valid'))

  it('is expired from the last moment on, and not valid yet before the first', async () => {
    // A status list is trusted for a day, so today's list cannot be used in a year.
    expect(await verdictOn(credential, after(validUntil, -1))).toBe('unknown')
    expect(await verdictOn(credential, after(validUntil, 0))).toBe('expired')
    // The status list, signed some moments later, has the same tolerance of five minutes.
    expect(await verdictOn(credential, after(credential.validFrom, -270_000))).toBe('valid')
    expect(await verdictOn(credential, after(credential.validFrom, -301_000))).toBe('not_yet_valid')
  })

  it('is revoked', async () => {
    const { id, credential: other } = await issues(ada, 'YoutilityMemberCredential')
    expect(await verdictOn(other)).toBe('valid')
    await revokes(ada, id)
    expect(await verdictOn(other)).toBe('revoked')
  })

  it('is foreign issuer for any other, whatever its signature is worth', async () => {
    expect(await verdictOn({ ...credential, issuer: 'did:web:evil.example' })).toBe('foreign_issuer')
    expect(await verdictOn({ ...credential, issuer: { id: 'did:web:evil.example' } })).toBe('foreign_issuer')
    expect(await verifyCredential(credential, { origin: 'https://elsewhere.example', now: new Date() })).toBe(
      'foreign_issuer',
    )
  })

  it('is tampered, or not readable any more, for whatever has changed at any place', async () => {
    const text = JSON.stringify(credential)
    const verdicts = new Map<string, number>()
    for (let place = 0; place < text.length; place++) {
      const character = text.charAt(place)
      if (!/[\w.:%/-]/.test(character)) continue
      const other = character === '1' ? '2' : '1'
      const changed = jsonOf(text.slice(0, place) + other + text.slice(place + 1))
      if (changed === undefined) continue
      const verdict = await quickVerdictOn(changed)
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
    }
    expect([...verdicts.keys()].toSorted()).toEqual(['foreign_issuer', 'tampered', 'unsupported'])
    expect(verdicts.get('foreign_issuer')).toBeLessThan(30)
    expect(verdicts.get('tampered')).toBeGreaterThan(300)
  })

  it.each([
    ['nothing', null],
    ['a text', 'credential'],
    ['an empty object', {}],
    ['a list', []],
  ])('on %s says that it is no credential', async (_what, value) =>
    expect(await verdictOn(value)).toBe('unsupported'),
  )

  it('is tampered for a proof by any other key, which may hold in itself', async () => {
    // A did:key's document is in the DID itself, so a library alone would accept such a proof.
    const { proof } = credential
    const key = 'did:key:z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2'
    const verificationMethod = `${key}#${key.slice('did:key:'.length)}`
    const forged = { ...credential, proof: { ...proof, verificationMethod } }
    const verdict = await verifyCredential(forged, {
      origin: server.url,
      now: new Date(),
      checkProof: async () => true,
    })
    expect(verdict).toBe('tampered')
  })

  it('is unknown when a document cannot be had or believed, never valid', async () => {
    const without = (part: string) =>
      verifyCredential(credential, {
        origin: server.url,
        now: new Date(),
        fetchDocument: async (url) => {
          if (url.includes(part)) throw new Error('offline')
          return (await fetch(url)).json()
        },
      })
    expect(await without('did.json')).toBe('unknown')
    expect(await without('/credentials/status/')).toBe('unknown')
    const forgedList = await verifyCredential(credential, {
      origin: server.url,
      now: new Date(),
      fetchDocument: async (url) => {
        const document = JSON.parse(await (await fetch(url)).text())
        return url.includes('/status/') ? { ...document, validUntil: '2099-01-01T00:00:00Z' } : document
      },
    })
    expect(forgedList).toBe('unknown')
  })

  it('needs nothing from anywhere else', async () => {
    const asked: string[] = []
    const verdict = await verifyCredential(
      { ...credential, '@context': [...credential['@context'], 'https://tracker.example/context'] },
      {
        origin: server.url,
        now: new Date(),
        fetchDocument: async (url) => {
          asked.push(url)
          return (await fetch(url)).json()
        },
      },
    )
    expect(verdict).toBe('unsupported')
    expect(asked.filter((url) => !url.startsWith(server.url))).toEqual([])
  })
})

describe('public documents', () => {
  it('never change where they must not: the JSON-LD context', async () => {
    const response = await fetch(`${server.url}/contexts/youtility/v1`)
    const text = await response.text()
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    // A changed context breaks every credential that was signed with it: make a v2 instead.
    expect(createHash('sha256').update(text).digest('hex')).toBe(
      '02aac4b39825a47795b80e9819ad57e456e7f42b2a5b21f8a88e0b1e1ff87ed1',
    )
  })

  it('can be read by verifiers in pages of anybody', async () => {
    for (const path of [
      '/contexts/youtility/v1',
      '/.well-known/did.json',
      '/credentials/status/1',
      `/did/${ada.id}/did.json`,
    ]) {
      const { headers, status } = await fetch(`${server.url}${path}`)
      expect([
        path,
        status,
        headers.get('Access-Control-Allow-Origin'),
        headers.get('Cross-Origin-Resource-Policy'),
      ]).toEqual([path, 200, '*', 'cross-origin'])
      expect(headers.get('Set-Cookie')).toBeNull()
    }
  })

  it('are not there for lists that do not exist', async () => {
    for (const number of ['2', '999999999'])
      expect((await fetch(`${server.url}/credentials/status/${number}`)).status).toBe(404)
    for (const number of ['0', 'x', '1234567890', '01'])
      expect((await fetch(`${server.url}/credentials/status/${number}`)).status).toBe(400)
  })
})
