import { expect, test } from 'vitest'
import { OutcomeUnknown, StoreUnavailable } from '../../../events/store/event-store.ts'
import { collect, expectRepeated, fact, facts, follow, freshStream, ids } from './facts.ts'
import type { ContractPart } from './harness.ts'

export const failures: ContractPart = (harness) => {
  test.each(['silent', 'broken'] as const)(
    'an answer is lost (%s): the outcome is unknown, and the same append again tells it',
    async (how) => {
      const store = await harness().open({ unreliable: true, appendTimeoutMs: 1_000 })
      const witness = await harness().open()
      const streams = Array.from({ length: 6 }, freshStream)
      for (const stream of streams) await store.append(stream, 'no_stream', [fact()])
      const lost = streams.map(() => facts(2))

      const loss = await harness().loseAnswers(how)
      const outcomes = await Promise.allSettled(
        streams.map((stream, n) => store.append(stream, 0n, lost[n] ?? [])),
      )
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(OutcomeUnknown) })
      }
      await loss.restore()

      const read = async (stream: string) => collect(witness.readStream(stream))
      await expect
        .poll(async () => (await Promise.all(streams.map(read))).some((events) => events.length === 3))
        .toBe(true)
      for (const [n, stream] of streams.entries()) {
        const before = await read(stream)
        const again = store.append(stream, 0n, lost[n] ?? [])
        await again.catch(() => {})
        const after = await read(stream)
        await expectRepeated(again, { revision: 2n, position: after.at(-1)?.position ?? 0n }, lost[n] ?? [])
        expect(after).toHaveLength(3)
        // Events that arrived before the connection broke are acknowledged, not stored again.
        expect(after.slice(0, before.length)).toEqual(before)
      }
    },
  )

  test('while the server is away appends and reads fail; when it is back the same store goes on', async () => {
    const store = await harness().open({ appendTimeoutMs: 2_000 })
    const stream = freshStream()
    await store.append(stream, 'no_stream', [fact()])
    await harness().killServer()
    const event = fact()
    await expect(store.append(stream, 0n, [event])).rejects.toSatisfy(
      (error) => error instanceof StoreUnavailable || error instanceof OutcomeUnknown,
    )
    await expect(collect(store.readStream(stream))).rejects.toThrow(StoreUnavailable)
    await expect(collect(store.readAll())).rejects.toThrow(StoreUnavailable)
    await expect(store.head()).rejects.toThrow(StoreUnavailable)
    await harness().startServer()
    expect((await store.append(stream, 0n, [event])).revision).toBe(1n)
    expect(await collect(store.readStream(stream))).toHaveLength(2)
  })

  test('killed while many append: what was answered is stored, the rest is found out by repeating it', async () => {
    const store = await harness().open({ appendTimeoutMs: 3_000 })
    const streams = Array.from({ length: 24 }, () => ({
      stream: freshStream(),
      sent: facts(400),
      answered: 0,
      underWay: Promise.withResolvers<void>(),
    }))
    const writing = streams.map(async (each) => {
      for (const [n, event] of each.sent.entries()) {
        await store.append(each.stream, n === 0 ? 'no_stream' : BigInt(n - 1), [event])
        each.answered = n + 1
        if (each.answered === 5) each.underWay.resolve()
      }
    })
    const ended = Promise.allSettled(writing)
    await Promise.race([Promise.all(streams.map(({ underWay }) => underWay.promise)), Promise.all(writing)])
    await harness().killServer()
    await ended
    await harness().startServer()
    // The client retries a refused connection only after a pause, and sends nothing until then.
    await expect.poll(() => store.head().catch(() => null), { timeout: 5_000 }).not.toBeNull()
    for (const { stream, sent, answered } of streams) {
      const next = sent[answered]
      if (next) await store.append(stream, answered === 0 ? 'no_stream' : BigInt(answered - 1), [next])
      const expected = sent.slice(0, next ? answered + 1 : answered)
      expect(ids(await collect(store.readStream(stream)))).toEqual(ids(expected))
    }
  })

  test('closing in the middle of it all: everything ends, and nothing that was answered is lost', async () => {
    const [store, witness] = await Promise.all([harness().open(), harness().open()])
    const tail = follow(store, await store.head())
    const streams = Array.from({ length: 200 }, freshStream)
    const appends = Promise.allSettled(streams.map((stream) => store.append(stream, 'no_stream', [fact()])))
    const reads = Promise.allSettled([collect(store.readAll()), store.head()])
    await store.close()
    await tail.stop()
    await reads
    for (const [n, outcome] of (await appends).entries()) {
      const stored = await collect(witness.readStream(streams[n] ?? ''))
      if (outcome.status === 'fulfilled') expect(stored).toHaveLength(1)
      else if (outcome.reason instanceof StoreUnavailable) expect(stored).toHaveLength(0)
      else expect(outcome.reason).toBeInstanceOf(OutcomeUnknown)
    }
  })

  test('a closed store refuses everything, and may be closed again', async () => {
    const store = await harness().open()
    await store.append(freshStream(), 'no_stream', [fact()])
    await store.close()
    await store.close()
    await expect(store.append(freshStream(), 'no_stream', [fact()])).rejects.toThrow(StoreUnavailable)
    await expect(collect(store.readStream(freshStream()))).rejects.toThrow(StoreUnavailable)
    await expect(collect(store.readAll())).rejects.toThrow(StoreUnavailable)
    await expect(store.head()).rejects.toThrow(StoreUnavailable)
    await expect(follow(store, 0n).stop()).rejects.toThrow(StoreUnavailable)
  })
}
