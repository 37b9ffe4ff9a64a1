import { beforeAll, describe, expect, it } from 'vitest'
import {
  changed,
  issuedCredentials,
  NOW,
  ORIGIN,
  type IssuedCredentials,
} from '../../support/issued-credentials.ts'

/*
 * The signature covers the meaning of a document, and the same meaning can be written in several ways. Each of these
 * rewritings keeps the signature valid, but a verifier that reads only the usual keys would miss the credential's
 * expiry or status.
 */

const VC = 'https://www.w3.org/2018/credentials#'
const STATUS = 'https://www.w3.org/ns/credentials/status#'
const DATE_TIME = 'http://www.w3.org/2001/XMLSchema#dateTime'

let issued: IssuedCredentials
beforeAll(async () => {
  issued = await issuedCredentials()
})

/** The document with `key` renamed. */
const renamed = (document: object, key: string, name: string, value = Reflect.get(document, key)): object =>
  changed(changed(document, [key], undefined), [name], value)

const expanded = (entry: object) => ({
  '@id': Reflect.get(entry, 'id'),
  '@type': `${STATUS}BitstringStatusListEntry`,
  [`${STATUS}statusPurpose`]: 'revocation',
  [`${STATUS}statusListIndex`]: Reflect.get(entry, 'statusListIndex'),
  [`${STATUS}statusListCredential`]: { '@id': Reflect.get(entry, 'statusListCredential') },
})

const REWRITINGS: readonly (readonly [string, (credential: object) => object])[] = [
  [
    'its end under the full IRI',
    (credential) =>
      renamed(credential, 'validUntil', `${VC}validUntil`, {
        '@value': Reflect.get(credential, 'validUntil'),
        '@type': DATE_TIME,
      }),
  ],
  [
    'its status under the full IRI',
    (credential) =>
      renamed(
        credential,
        'credentialStatus',
        `${VC}credentialStatus`,
        expanded(Reflect.get(credential, 'credentialStatus')),
      ),
  ],
  [
    'its status in a list',
    (credential) => changed(credential, ['credentialStatus'], [Reflect.get(credential, 'credentialStatus')]),
  ],
  [
    'its end in a list',
    (credential) => changed(credential, ['validUntil'], [Reflect.get(credential, 'validUntil')]),
  ],
  ['its id as @id', (credential) => renamed(credential, 'id', '@id')],
  ['its types as @type', (credential) => renamed(credential, 'type', '@type')],
  [
    'its issuer as an object',
    (credential) => changed(credential, ['issuer'], { id: Reflect.get(credential, 'issuer') }),
  ],
  ['something added that is null', (credential) => changed(credential, ['evidence'], null)],
  ['a null in its subject', (credential) => changed(credential, ['credentialSubject', 'email'], null)],
  ['a type twice', (credential) => changed(credential, ['type', 2], 'ProfileCredential')],
  [
    'a context twice',
    (credential) => changed(credential, ['@context', 2], `${ORIGIN}/contexts/youtility/v1`),
  ],
  ['an empty list added', (credential) => changed(credential, ['termsOfUse'], [])],
  ['an inline context that says nothing', (credential) => changed(credential, ['@context', 2], {})],
]

describe('a rewriting that the signature does not see', () => {
  it('is possible: these hold', async () => {
    expect(await issued.signatureHolds(issued.credential)).toBe(true)
    const holding = []
    for (const [name, rewrite] of REWRITINGS)
      if (await issued.signatureHolds(rewrite(issued.credential))) holding.push(name)
    // The first four hide the expiry or the status.
    expect(holding).toEqual(expect.arrayContaining(REWRITINGS.slice(0, 4).map(([name]) => name)))
    expect(holding.length).toBeGreaterThan(8)
  })

  it.each(REWRITINGS)('is refused: %s', async (_name, rewrite) => {
    expect(await issued.verdictOn(issued.credential)).toBe('valid')
    expect(await issued.verdictOn(rewrite(issued.credential))).toBe('unsupported')
    // Also when the rewriting would hide the expiry.
    const later = new Date(NOW.getTime() + 48 * 3_600_000)
    expect(await issued.verdictOn(issued.credential, { now: later })).toBe('expired')
    expect(await issued.verdictOn(rewrite(issued.credential), { now: later })).toBe('unsupported')
  })

  it('does not hide in a status list either', async () => {
    for (const [, rewrite] of REWRITINGS.filter(([name]) => !name.includes('status'))) {
      const statusList = rewrite(issued.list)
      expect(await issued.verdictOn(issued.credential, { fetchDocument: issued.fetchOf(statusList) })).toBe(
        'unknown',
      )
    }
  })
})
