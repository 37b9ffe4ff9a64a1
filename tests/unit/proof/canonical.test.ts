import canonicalize from 'canonicalize'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalBytes, canonicalEvent } from '../../../events/proof/canonical-event.ts'
import { toHex } from '../../../events/proof/byte-text.ts'
import { readCanonicalEvent } from '../../../events/proof/canonical-reading.ts'
import { canonicalJson } from '../../../events/proof/canonical-json.ts'
import { leafInput, webSha256 } from '../../../events/proof/hashing.ts'
import type { Json, RecordedEvent } from '../../../events/store/event-store.ts'

const event: RecordedEvent = {
  id: '0b0e7f9c-6c0e-5d0a-9a0f-2f6f3f0f8a11',
  type: 'DepositCredited',
  data: {
    source: 'bank',
    memberId: '5a1f2a52-5f0d-5b3c-8b1e-0d1c8a7a1b2c',
    depositId: '9d8f6f0e-1b2c-5d3e-8f4a-5b6c7d8e9fa0',
    amount: { minor: '250000', currency: 'USD' },
  },
  metadata: { schemaVersion: 1, actor: 'system', at: '2026-01-01T00:00:00.000Z', note: 'é\u20ac\u0007' },
  streamId: 'wallet-5a1f2a52-5f0d-5b3c-8b1e-0d1c8a7a1b2c',
  revision: 9_007_199_254_740_993n,
  position: 42n,
  recordedAt: '2026-01-01T00:00:00.123Z',
}

describe('canonical JSON', () => {
  it('writes the example of RFC 8785, 3.2.2', () => {
    const value: Json = JSON.parse(
      String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],
        "string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    )
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    )
  })

  it('sorts by UTF-16 code units, as the example of RFC 8785, 3.2.3', () => {
    const value: Json = JSON.parse(
      String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",
        "\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
    )
    const names = Object.values<unknown>(JSON.parse(canonicalJson(value)))
    // Object.values returns integer names first; "1" is the second in the RFC's list.
    expect(names).toEqual([
      'One',
      'Carriage Return',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
  })

  it('refuses what JSON cannot say', () => {
    expect(() => canonicalJson({ a: Number.NaN })).toThrow(/NaN/)
    expect(() => canonicalJson([Infinity])).toThrow(/Infinity/)
    expect(() => canonicalJson('\ud800')).toThrow(/surrogate/)
    expect(() => canonicalJson({ '\udc00': 1 })).toThrow(/surrogate/)
  })

  it('agrees with the npm package canonicalize on any JSON', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
        const value: Json = JSON.parse(text)
        expect(canonicalJson(value)).toBe(canonicalize(value))
      }),
      { numRuns: 500 },
    )
  })
})

describe('canonical event', () => {
  it('has these bytes for ever', async () => {
    expect(canonicalEvent(event)).toBe(
      '{"data":{"amount":{"currency":"USD","minor":"250000"},"depositId":"9d8f6f0e-1b2c-5d3e-8f4a-5b6c7d8e9fa0",' +
        '"memberId":"5a1f2a52-5f0d-5b3c-8b1e-0d1c8a7a1b2c","source":"bank"},"format":"youtility-event-v1",' +
        '"id":"0b0e7f9c-6c0e-5d0a-9a0f-2f6f3f0f8a11","metadata":{"actor":"system","at":"2026-01-01T00:00:00.000Z",' +
        '"note":"é€\\u0007","schemaVersion":1},"recordedAt":"2026-01-01T00:00:00.123Z","revision":"9007199254740993",' +
        '"stream":"wallet-5a1f2a52-5f0d-5b3c-8b1e-0d1c8a7a1b2c","type":"DepositCredited"}',
    )
    expect(toHex(await webSha256(leafInput(canonicalBytes(event))))).toBe(
      '8fcc36c3f2a93be4cb708ce5a2868e6101a8508b2bf6e417a2409fce3a27d515',
    )
  })

  it('of an event with a salt has a format of its own, and these bytes for ever', async () => {
    const salted = { ...event, metadata: { ...event.metadata, salt: 'AAECAwQFBgcICQoLDA0ODw' } }
    expect(canonicalEvent(salted)).toBe(
      canonicalEvent(event)
        .replace('youtility-event-v1', 'youtility-event-v2')
        .replace('"schemaVersion":1}', '"salt":"AAECAwQFBgcICQoLDA0ODw","schemaVersion":1}'),
    )
    expect(readCanonicalEvent(canonicalEvent(salted), 42n)).toEqual(salted)
    for (const other of ['youtility-event-v1', 'youtility-event-v3'])
      expect(() =>
        readCanonicalEvent(canonicalEvent(salted).replace('youtility-event-v2', other), 42n),
      ).toThrow('canonical form')
    expect(toHex(await webSha256(leafInput(canonicalBytes(salted))))).toBe(
      'a8ef7a1d732fb4057bb5a732863d4fcee70f77b5180fd91d295864dbadff7d22',
    )
  })

  it('changes with every part but the position', () => {
    const changes: Partial<RecordedEvent>[] = [
      { id: 'x' },
      { type: 'x' },
      { data: {} },
      { metadata: {} },
      { streamId: 'x' },
      { revision: 1n },
      { recordedAt: 'x' },
    ]
    const texts = changes.map((change) => canonicalEvent({ ...event, ...change }))
    expect(new Set([canonicalEvent(event), ...texts]).size).toBe(changes.length + 1)
    expect(canonicalEvent({ ...event, position: 7n })).toBe(canonicalEvent(event))
  })
})
