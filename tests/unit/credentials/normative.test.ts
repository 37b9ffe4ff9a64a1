import { beforeAll, describe, expect, it } from 'vitest'
import {
  changed,
  issuedCredentials,
  LIST_URL,
  ORIGIN,
  packed,
  type IssuedCredentials,
} from '../../support/issued-credentials.ts'

/*
 * The normative statements of W3C's test suites vc-data-model-2.0, vc-di-eddsa and bitstring-status-list that apply
 * to a verifier of one issuer's credentials, with at least one case for each MUST. In the first and the last suite
 * every signature counts as valid, so that the rule rejects and not the signature. Presentations, envelopes and
 * schemas are not supported: a document that has them is rejected.
 */

let issued: IssuedCredentials
beforeAll(async () => {
  issued = await issuedCredentials()
})

const VC2 = 'https://www.w3.org/ns/credentials/v2'
const OURS = `${ORIGIN}/contexts/youtility/v1`

type Case = readonly [rule: string, path: readonly (string | number)[], values: readonly unknown[]]

const refuses = (cases: readonly Case[]) =>
  it.each(cases)('%s', async (_rule, path, values) => {
    for (const value of values)
      expect([value, await issued.verdictIfSigned(changed(issued.credential, path, value))]).toEqual([
        value,
        'unsupported',
      ])
  })

describe('VC Data Model 2.0: what a verifier MUST refuse', () => {
  refuses([
    ['4.3 @context MUST be there', ['@context'], [undefined, null, [], VC2]],
    [
      '4.3 @context MUST be an ordered set whose first item is that of VC 2.0',
      ['@context'],
      [
        [OURS, VC2],
        ['https://www.w3.org/2018/credentials/v1', OURS],
        [VC2, VC2],
        [VC2, OURS, OURS],
        { [VC2]: OURS },
      ],
    ],
    [
      '4.3 subsequent items MUST be URLs or objects that are contexts',
      ['@context', 1],
      [null, 7, 'no URL', true, ['https://app.example']],
    ],
    [
      '5.2 a context MUST NOT redefine a protected term',
      ['@context', 2],
      [{ validUntil: 'https://x.example/never' }],
    ],
    [
      '4.4 id MUST be a single URL',
      ['id'],
      [undefined, null, 'not a url', ['urn:uuid:1', 'urn:uuid:2'], {}, 7],
    ],
    [
      '4.4 the id of a subject MUST be a single URL',
      ['credentialSubject', 'id'],
      [null, 'ada', ['did:a:b'], 7],
    ],
    ['4.5 type MUST be there', ['type'], [undefined, null, [], '']],
    [
      '4.5 types MUST be terms or absolute URLs, VerifiableCredential among them',
      ['type'],
      [
        ['ProfileCredential'],
        'VerifiableCredential',
        ['VerifiableCredential'],
        ['VerifiableCredential', 7],
        ['VerifiableCredential', 'relative/url'],
        ['VerifiableCredential', 'ProfileCredential', 'Unheard'],
      ],
    ],
    [
      '4.5 credentialStatus MUST have a type',
      ['credentialStatus', 'type'],
      [undefined, null, [], 'https://x.example/Unknown'],
    ],
    ['4.5 termsOfUse MUST have a type', ['termsOfUse'], [{ id: 'https://x.example/terms' }, [{}], null]],
    ['4.5 evidence MUST have a type', ['evidence'], [{ id: 'https://x.example/evidence' }, [{}], 'seen']],
    ['4.5 refreshService MUST have a type', ['refreshService'], [{ id: 'https://x.example/refresh' }, [{}]]],
    [
      '4.5, 4.11 credentialSchema MUST have a type and an id that is a URL',
      ['credentialSchema'],
      [{ id: 'https://x.example/schema' }, { type: 'JsonSchema' }, { id: 'x', type: 'JsonSchema' }],
    ],
    ['4.6 name MUST be a string or a language value', ['name'], [7, { '@value': 7 }, ['a', 'b'], null]],
    [
      '4.6 description MUST be a string or a language value',
      ['description'],
      [7, null, { '@language': 'en' }],
    ],
    ['4.7 issuer MUST be there', ['issuer'], [undefined, null]],
    ['4.7 issuer MUST be a URL or an object with one', ['issuer'], [7, [], {}, { name: 'Youtility' }]],
    ['4.8 credentialSubject MUST be there', ['credentialSubject'], [undefined, null]],
    [
      '4.8 credentialSubject MUST be an object with claims',
      ['credentialSubject'],
      [[], {}, 'did:youtility:ada', 7],
    ],
    [
      '4.9 validFrom MUST be a dateTimeStamp',
      ['validFrom'],
      [
        undefined,
        null,
        '2026-11-21',
        '2026-11-21T12:00:00',
        '2026-11-21 12:00:00Z',
        '2026-11-21T12:00Z',
        '2026-11-21T25:00:00Z',
        '2026-02-30T12:00:00Z',
        '2026-13-01T12:00:00Z',
        '2026-11-21T12:00:00+15:00',
        'Sat, 21 Nov 2026 12:00:00 GMT',
        1_795_262_400,
        ['2026-11-21T12:00:00Z'],
      ],
    ],
    [
      '4.9 validUntil MUST be a dateTimeStamp',
      ['validUntil'],
      [null, '', '2027', '2027-01-01', '2027-01-01T00:00:00', '2027-02-29T00:00:00Z', 4_102_444_800, 'never'],
    ],
    [
      '4.9 validUntil MUST NOT be before validFrom',
      ['validUntil'],
      ['2026-11-20T00:00:00Z', '1970-01-01T00:00:00Z'],
    ],
    [
      '4.10 the id of a status MUST be a single URL',
      ['credentialStatus', 'id'],
      [null, 'not a url', ['urn:a:b'], 7],
    ],
    ['4.12 a document MUST be secured', ['proof'], [undefined, null, [], {}]],
    [
      '5.3 each relatedResource MUST have an id and a digest',
      ['relatedResource'],
      [[{ id: 'https://x.example' }]],
    ],
  ])

  it.each([
    '2026-11-21T12:00:00Z',
    '2026-11-21T12:00:00.5Z',
    '2026-11-21T12:00:00-00:00',
    '2026-11-21T24:00:00Z',
    '2026-11-21T12:00:00+14:00',
  ])('4.9 and MUST take %s, which is one', async (validFrom) =>
    expect(await issued.verdictIfSigned(changed(issued.credential, ['validFrom'], validFrom))).toBe('valid'),
  )

  it('4.5 the order of types does not matter', async () => {
    const type = ['ProfileCredential', 'VerifiableCredential']
    expect(await issued.verdictOn(changed(issued.credential, ['type'], type))).toBe('valid')
  })
})

describe('Data Integrity 1.0 and its EdDSA suites: what a verifier MUST refuse', () => {
  refuses([
    [
      'type MUST be DataIntegrityProof',
      ['proof', 'type'],
      [undefined, 'Ed25519Signature2020', ['DataIntegrityProof']],
    ],
    [
      'cryptosuite MUST be that of the proof',
      ['proof', 'cryptosuite'],
      [undefined, 'eddsa-jcs-2022', 'ecdsa-rdfc-2019', 'EDDSA-RDFC-2022'],
    ],
    ['proofPurpose MUST be that of an assertion', ['proof', 'proofPurpose'], [undefined, 'authentication']],
    ['created MUST be a dateTimeStamp', ['proof', 'created'], ['yesterday', '2026-11-21', null]],
    ['expires MUST be a dateTimeStamp', ['proof', 'expires'], ['tomorrow', '2099-01-01', null]],
    ['verificationMethod MUST be a URL', ['proof', 'verificationMethod'], [undefined, 7, 'key-1', {}]],
    [
      'proofValue MUST be in base58-btc multibase',
      ['proof', 'proofValue'],
      [undefined, '', 'z', 'u3mHq', 'zO0Il', 'MEUCIQ', 7],
    ],
    ['previousProof MUST be among the proofs', ['proof', 'previousProof'], ['urn:uuid:unheard-of']],
    ['a domain or challenge MUST be that which was asked for', ['proof', 'domain'], ['other.example']],
  ])

  it('a proof MUST NOT be used once it has expired', async () => {
    const expired = changed(issued.credential, ['proof', 'expires'], '2026-11-22T11:59:59Z')
    expect(await issued.verdictIfSigned(expired)).toBe('expired')
    const open = changed(issued.credential, ['proof', 'expires'], '2026-11-22T12:00:01Z')
    expect(await issued.verdictIfSigned(open)).toBe('valid')
  })

  it.each([
    ['shorter than 64 bytes', (value: string) => value.slice(0, -4)],
    ['longer than 64 bytes', (value: string) => `${value}2222`],
    [
      'of something else',
      (value: string) => `${value.slice(0, 20)}${value[20] === '2' ? '3' : '2'}${value.slice(21)}`,
    ],
  ])('a signature %s MUST raise an error', async (_what, change) => {
    const { proof } = issued.credential
    const forged = changed(issued.credential, ['proof', 'proofValue'], change(proof.proofValue))
    expect(await issued.verdictOn(forged)).toBe('tampered')
  })

  it('a key MUST be one that its controller names for assertions', async () => {
    const fetchDocument = issued.fetchOf(issued.list, { ...issued.did, assertionMethod: [] })
    expect(await issued.verdictOn(issued.credential, { fetchDocument })).not.toBe('valid')
  })

  it('a key MUST be in base58-btc multibase', async () => {
    const [first, ...others] = issued.did.verificationMethod ?? []
    const hex = { ...first, publicKeyMultibase: 'f'.padEnd(70, '0') }
    const fetchDocument = issued.fetchOf(issued.list, { ...issued.did, verificationMethod: [hex, ...others] })
    expect(await issued.verdictOn(issued.credential, { fetchDocument })).not.toBe('valid')
  })
})

describe('Bitstring Status List 1.0: what a verifier MUST refuse', () => {
  refuses([
    ['2.1 the id of an entry MUST NOT be the URL of the list', ['credentialStatus', 'id'], [LIST_URL]],
    [
      '2.1 type MUST be BitstringStatusListEntry',
      ['credentialStatus', 'type'],
      ['StatusList2021Entry', 'RevocationList'],
    ],
    [
      '2.1 statusPurpose MUST be a string, and one that is known',
      ['credentialStatus', 'statusPurpose'],
      [undefined, 7, [], 'refresh'],
    ],
    [
      '2.1 statusListIndex MUST be a whole number from 0, as a string in base 10',
      ['credentialStatus', 'statusListIndex'],
      [undefined, 7, '-1', '1.5', '0x10', '', 'one', '1e3', ' 1'],
    ],
    [
      '2.1 statusListCredential MUST be a URL',
      ['credentialStatus', 'statusListCredential'],
      [undefined, 'list', 7, {}],
    ],
    [
      '2.1 statusSize above 1 MUST come with its messages',
      ['credentialStatus', 'statusSize'],
      [0, 2, '2', -1],
    ],
    [
      '2.1 statusMessage MUST be as long as statusSize says',
      ['credentialStatus', 'statusMessage'],
      [[{ status: '0x0' }], 7],
    ],
    ['2.1 statusReference MUST be a URL', ['credentialStatus', 'statusReference'], [7, 'no url']],
  ])

  it('a status list is no credential of anybody', async () => {
    expect(await issued.verdictOn(issued.list)).toBe('unsupported')
  })

  const lists: readonly Case[] = [
    [
      '2.2 it MUST be of type BitstringStatusListCredential',
      ['type'],
      [['VerifiableCredential'], ['VerifiableCredential', 'ProfileCredential']],
    ],
    ['2.2 it MUST be a conforming credential', ['@context'], [[OURS], [VC2, VC2]]],
    [
      '2.2 its subject MUST be of type BitstringStatusList',
      ['credentialSubject', 'type'],
      [undefined, 'StatusList2021', null],
    ],
    [
      '2.2 its purpose MUST be that of the entry',
      ['credentialSubject', 'statusPurpose'],
      [undefined, 'suspension', 7],
    ],
    ['2.2 statusSize MUST be as long as there are messages', ['credentialSubject', 'statusSize'], [2]],
    [
      '2.2 encodedList MUST be multibase base64url of gzip',
      ['credentialSubject', 'encodedList'],
      [undefined, 'H4sIAAAA', 'z3mHq', 'uAAAA', 'u====', 7, `u${Buffer.alloc(20_000).toString('base64url')}`],
    ],
    [
      '2.2 the bitstring MUST have at least 16 kB',
      ['credentialSubject', 'encodedList'],
      [packed(Buffer.alloc(16_383))],
    ],
    ['it MUST be the one that was asked for', ['id'], [`${ORIGIN}/credentials/status/2`]],
    ['it MUST be in force', ['validUntil'], ['2026-11-22T11:30:00Z', 'soon']],
    ['it MUST be of the same issuer', ['issuer'], ['did:web:evil.example', { id: 'did:web:app.example' }]],
  ]
  it.each(lists)('%s', async (_rule, path, values) => {
    expect(await issued.verdictIfSigned(issued.credential)).toBe('valid')
    for (const value of values) {
      const list = changed(issued.list, path, value)
      expect([value, await issued.verdictIfSigned(issued.credential, list)]).toEqual([value, 'unknown'])
    }
  })

  it('3.2 an index beyond the list MUST raise an error', async () => {
    const beyond = changed(issued.credential, ['credentialStatus', 'statusListIndex'], '131072')
    expect(await issued.verdictIfSigned(beyond)).toBe('unknown')
  })

  it('3.2 and the bit of the entry alone decides', async () => {
    const bits = Buffer.alloc(16_384)
    for (const [index, verdict] of [
      [94_566, 'valid'],
      [94_567, 'revoked'],
      [94_568, 'valid'],
    ] as const) {
      bits.fill(0)
      bits[Math.trunc(index / 8)] = 0b1000_0000 >> (index % 8)
      const list = changed(issued.list, ['credentialSubject', 'encodedList'], packed(bits))
      expect(await issued.verdictIfSigned(issued.credential, list)).toBe(verdict)
    }
  })

  it('a list that unpacks to 200 MB is given up before it fills the memory', async () => {
    const list = changed(
      issued.list,
      ['credentialSubject', 'encodedList'],
      packed(Buffer.alloc(200 * 1024 * 1024)),
    )
    const before = process.memoryUsage().arrayBuffers
    expect(await issued.verdictIfSigned(issued.credential, list)).toBe('unknown')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * 1024 * 1024)
  })
})
