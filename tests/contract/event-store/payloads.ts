import { canonicalEvent } from '../../../events/proof/canonical-event.ts'
import { withSalts } from '../../../events/store/salted.ts'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  APPEND_BYTES_MAX,
  InvalidEvent,
  type EventStore,
  type JsonObject,
} from '../../../events/store/event-store.ts'
import { collect, fact, follow, freshStream } from './facts.ts'
import type { ContractPart } from './harness.ts'

const unusual: [string, JsonObject][] = [
  ['letters of many scripts and emoji', { note: 'Zażółć 貨幣 عملة हिन्दी 👩🏽‍🚀 e\u0301', 'clé ☕': 'valeur' }],
  ['lone surrogates', { high: '\ud83d', low: 'x\udc00y' }],
  [
    'the NUL character and other controls',
    { note: 'a\u0000b', controls: '\u0001\u001e\u001f\u007f\u2028\ufeff' },
  ],
  [
    'quotes, backslashes and what looks like SQL',
    { note: `{"a",'b'}\\ \\" $1 NULL --`, list: ['{', '}', '\\', 'NULL', ''] },
  ],
  ['nothing, nested nothing, and order of keys', { z: {}, a: [], n: null, b: [[], [{}]], 1: 'one' }],
  ['numbers at their limits', { max: Number.MAX_SAFE_INTEGER, min: -1e-300, tenth: 0.1 + 0.2, zero: 0 }],
  [
    'keys with a meaning elsewhere',
    JSON.parse('{"__proto__": {"admin": true}, "constructor": 1, "toString": "x"}'),
  ],
]

export const payloads: ContractPart = (harness) => {
  let store: EventStore
  beforeAll(async () => {
    // Megabytes may take their time where the disk is slow.
    store = await harness().open({ appendTimeoutMs: 30_000 })
  })

  test.each(unusual)(
    '%s come back unchanged, in data and metadata, read and subscribed',
    async (_what, data) => {
      const before = await store.head()
      const stream = freshStream()
      await store.append(stream, 'no_stream', [{ ...fact(data), metadata: data }])
      const tail = follow(store, before)
      await tail.until(1)
      await tail.stop()
      for (const event of [...(await collect(store.readStream(stream))), ...tail.events]) {
        expect(JSON.stringify(event.data)).toBe(JSON.stringify(data))
        expect(JSON.stringify(event.metadata)).toBe(JSON.stringify(data))
      }
    },
  )

  test('a salt is kept and hashed', async () => {
    const stream = freshStream()
    const guessable = { ...fact({ memberId: 'known' }), metadata: withSalts(store).ambient?.() ?? {} }
    const before = await store.head()
    await store.append(stream, 'no_stream', [guessable])
    const tail = follow(store, before)
    await tail.until(1)
    await tail.stop()
    const [stored] = await collect(store.readStream(stream))
    const salt = stored?.metadata['salt']
    expect(salt).toMatch(/^[\w-]{22}$/)
    expect(stored && canonicalEvent(stored)).toContain('"format":"youtility-event-v2"')
    expect(tail.events.find(({ id }) => id === stored?.id)?.metadata['salt']).toBe(salt)
  })

  test('an append of the largest size is stored; one byte more is refused, saying so', async () => {
    const stream = freshStream()
    const room = (text: string) => {
      const event = fact({ text })
      return (
        JSON.stringify(event.data).length +
        JSON.stringify(event.metadata).length +
        2 * event.type.length +
        100
      )
    }
    const largest = 'é'.repeat(1_000) + 'x'.repeat(APPEND_BYTES_MAX - room('') - 2_000)
    await store.append(stream, 'no_stream', [fact({ text: largest })])
    expect((await collect(store.readStream(stream)))[0]?.data.text).toBe(largest)
    const refused = store.append(stream, 0n, [fact({ text: `${largest}x` })])
    await expect(refused).rejects.toThrow(InvalidEvent)
    await expect(refused).rejects.toThrow(
      `is ${APPEND_BYTES_MAX + 1} bytes; at most ${APPEND_BYTES_MAX} are allowed`,
    )
  })

  test('many large appends at once', async () => {
    const streams = Array.from({ length: 24 }, freshStream)
    const text = 'x'.repeat(900_000)
    await Promise.all(streams.map((stream) => store.append(stream, 'no_stream', [fact({ text })])))
    for (const stream of streams) expect(await collect(store.readStream(stream))).toHaveLength(1)
  })

  test('a stream of large events comes whole, forwards and backwards', async () => {
    const stream = freshStream()
    const text = 'x'.repeat(900_000)
    for (let n = 0; n < 10; n++)
      await store.append(stream, n === 0 ? 'no_stream' : BigInt(n - 1), [fact({ text })])
    for (const direction of ['forwards', 'backwards'] as const) {
      expect(await collect(store.readStream(stream, { direction }))).toHaveLength(10)
    }
  })

  test('thousands of events in one append', async () => {
    const stream = freshStream()
    const events = Array.from({ length: 5_000 }, () => ({
      id: randomUUID(),
      type: 'Seen',
      data: {},
      metadata: {},
    }))
    expect((await store.append(stream, 'no_stream', events)).revision).toBe(4_999n)
    expect(await collect(store.readStream(stream))).toHaveLength(5_000)
  })

  test('what is not JSON is refused with its reason, and the store works on', async () => {
    const circular: Record<string, unknown> = {}
    circular.self = circular
    for (const data of [{ amount: 25n }, circular, null, [1], 'text', undefined]) {
      const stream = freshStream()
      // @ts-expect-error what the types forbid may still arrive from untyped places
      const refused = store.append(stream, 'no_stream', [fact(), { ...fact(), data }])
      await expect(refused).rejects.toThrow(InvalidEvent)
      await expect(refused).rejects.toThrow(/^data of DepositCredited is not (JSON|an object)/)
      expect((await store.append(stream, 'no_stream', [fact()])).revision).toBe(0n)
    }
  })
}
