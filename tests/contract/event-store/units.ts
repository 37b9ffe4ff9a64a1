import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  KeyTaken,
  OutcomeUnknown,
  POSITION_MARK,
  WrongExpectedRevision,
  type EventStore,
  type ExpectedRevision,
  type StoredAnswer,
  type NewEvent,
  type Unit,
  type UnitAppend,
  type UnitOutcome,
} from '../../../events/store/event-store.ts'
import { collect, fact, facts, freshStream, ids } from './facts.ts'
import type { ContractPart } from './harness.ts'

const append = (
  streamId: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[] = [fact()],
): UnitAppend => ({ streamId, expected, events })

const answer = (own: Partial<StoredAnswer> = {}): StoredAnswer => ({
  memberId: randomUUID(),
  key: randomUUID(),
  route: 'sendTransfer',
  bodyHash: 'hash of what was asked',
  status: 201,
  text: `{"says":"done","position":"${POSITION_MARK}"}`,
  ...own,
})

const states = (outcomes: readonly UnitOutcome[] = []): string[] =>
  outcomes.map((outcome) => (outcome.state === 'refused' ? outcome.error.name : outcome.state))

/** The contract of stores with units: several appends and a response, stored all or nothing. */
export const units: ContractPart = (harness) => {
  let store: EventStore
  beforeAll(async () => {
    store = await harness().open()
  })

  const send = (given: readonly Unit[], by = store): Promise<readonly UnitOutcome[]> => {
    if (!by.appendUnits) throw new Error('This store takes no units')
    return by.appendUnits(given)
  }
  const found = async (of: StoredAnswer) => {
    const { keptAnswer } = harness()
    if (!keptAnswer) throw new Error('This harness finds no answers')
    return keptAnswer(of)
  }
  const lengthOf = async (stream: string) => (await collect(store.readStream(stream))).length

  test('appends to two streams are stored together, in their order, and the answer with them', async () => {
    const [a, b] = [freshStream(), freshStream()]
    const kept = answer()
    const [mine, theirs] = [facts(2), facts(1)]
    const [outcome] = await send([
      { appends: [append(a, 'no_stream', mine), append(b, 'no_stream', theirs)], answer: kept },
    ])
    const [first, second] = await collect(store.readStream(a))
    const [third] = await collect(store.readStream(b))
    expect([first?.id, second?.id, third?.id]).toEqual(ids([...mine, ...theirs]))
    expect(outcome).toEqual({
      state: 'stored',
      appended: [
        { revision: 1n, position: second?.position },
        { revision: 0n, position: third?.position },
      ],
    })
    expect(third?.recordedAt).toBe(first?.recordedAt)
    expect(await found(kept)).toEqual({
      route: kept.route,
      bodyHash: kept.bodyHash,
      status: 201,
      text: `{"says":"done","position":"${third?.position}"}`,
      position: third?.position,
    })
  })

  test('where one of two revisions is wrong nothing of the unit is stored, and all of the others', async () => {
    const [a, b, c] = [freshStream(), freshStream(), freshStream()]
    const [refused, kept] = [answer(), answer()]
    const outcomes = await send([
      { appends: [append(a, 'no_stream'), append(b, 3n)], answer: refused },
      { appends: [append(c, 'no_stream')], answer: kept },
    ])
    expect(states(outcomes)).toEqual(['WrongExpectedRevision', 'stored'])
    expect(outcomes[0]).toMatchObject({ error: { streamId: b, expected: 3n, actual: 'no_stream' } })
    expect([await lengthOf(a), await lengthOf(b), await lengthOf(c)]).toEqual([0, 0, 1])
    expect(await found(refused)).toBeNull()
    expect(await found(kept)).toMatchObject({ status: 201 })
  })

  test('units of one call follow on one another', async () => {
    const [a, b] = [freshStream(), freshStream()]
    const chain = Array.from({ length: 60 }, (_, n) => {
      const at = n === 0 ? 'no_stream' : BigInt(n - 1)
      const appends: Unit['appends'] =
        n % 2 === 0 ? [append(a, at), append(b, at)] : [append(b, at), append(a, at)]
      return { appends, answer: answer() }
    })
    expect(states(await send(chain))).toEqual(chain.map(() => 'stored'))
    expect([await lengthOf(a), await lengthOf(b)]).toEqual([60, 60])
  })

  test('after a refusal later units that share a stream are refused, though a stranger’s event fills the gap', async () => {
    const [a, b, c, d] = [freshStream(), freshStream(), freshStream(), freshStream()]
    for (const stream of [a, b, c, d]) await store.append(stream, 'no_stream', [fact()])
    const stranger = await harness().open()
    await stranger.append(a, 0n, [fact()])
    const outcomes = await send([
      { appends: [append(a, 0n), append(b, 0n)] }, // another writer was first on a
      { appends: [append(a, 1n), append(c, 0n)] }, // its revision would fit after the other writer's event
      { appends: [append(c, 0n)] }, // would fit by itself, but may depend on the refused append to c
      { appends: [append(d, 0n)] },
    ])
    expect(states(outcomes)).toEqual([...Array<string>(3).fill('WrongExpectedRevision'), 'stored'])
    expect(await Promise.all([a, b, c, d].map(lengthOf))).toEqual([2, 1, 1, 2])
  })

  test('a refusal does not reach units of other calls', async () => {
    const a = freshStream()
    await store.append(a, 'no_stream', [fact()])
    const [wrong, right] = await Promise.all([
      send([{ appends: [append(a, 5n)] }]),
      send([{ appends: [append(a, 0n)] }]),
    ])
    expect([...states(wrong), ...states(right)]).toEqual(['WrongExpectedRevision', 'stored'])
  })

  test('the same unit many times at once is stored once, and the others are told that its key is known', async () => {
    const [a, b] = [freshStream(), freshStream()]
    const unit: Unit = { appends: [append(a, 'no_stream'), append(b, 'no_stream')], answer: answer() }
    const others = await Promise.all([harness().open(), harness().open()])
    const outcomes = (
      await Promise.all([store, store, ...others, ...others].map((by) => send([unit], by)))
    ).flat()
    expect(states(outcomes).toSorted()).toEqual([...Array<string>(5).fill('KeyTaken'), 'stored'])
    expect([await lengthOf(a), await lengthOf(b)]).toEqual([1, 1])
  })

  test('units of two members in both orders, from several clients at once, hinder one another but never for good', async () => {
    const members = [freshStream(), freshStream()]
    const clients = [store, ...(await Promise.all([harness().open(), harness().open(), harness().open()]))]
    const EACH = 12
    const endOf = async (stream: string): Promise<ExpectedRevision> => {
      const length = await lengthOf(stream)
      return length === 0 ? 'no_stream' : BigInt(length - 1)
    }
    const work = clients.map(async (by, n) => {
      const [one = '', other = ''] = n % 2 === 0 ? members : members.toReversed()
      for (let done = 0; done < EACH;) {
        const unit: Unit = {
          appends: [append(one, await endOf(one)), append(other, await endOf(other))],
          answer: answer(),
        }
        const [outcome] = await send([unit], by)
        if (outcome?.state === 'stored') done += 1
        else expect(outcome).toMatchObject({ error: expect.any(WrongExpectedRevision) })
      }
    })
    await Promise.all(work)
    expect(await Promise.all(members.map(lengthOf))).toEqual([EACH * clients.length, EACH * clients.length])
  })

  test('a known key stores nothing, whatever it was used for', async () => {
    const kept = answer()
    await send([{ appends: [append(freshStream(), 'no_stream')], answer: kept }])
    const before = await found(kept)
    const [a, b] = [freshStream(), freshStream()]
    const same = await send([
      { appends: [append(a, 'no_stream')], answer: kept },
      { appends: [append(a, 0n)] },
      { appends: [append(b, 'no_stream')] },
    ])
    expect(states(same)).toEqual(['KeyTaken', 'WrongExpectedRevision', 'stored'])
    expect(same[0]).toMatchObject({ error: expect.any(KeyTaken) })
    const another = { ...kept, bodyHash: 'of something else', text: '{}' }
    expect(states(await send([{ appends: [append(a, 'no_stream')], answer: another }]))).toEqual(['KeyTaken'])
    expect(await lengthOf(a)).toBe(0)
    expect(await found(kept)).toEqual(before)
  })

  test('one key with another body: refused before its ids, and what was decided on it is refused too', async () => {
    const kept = answer()
    const [a, b] = [freshStream(), freshStream()]
    await store.append(a, 'no_stream', [fact()])
    const paid = fact({ amount: '240000' })
    await send([{ appends: [append(a, 0n, [paid]), append(b, 'no_stream')], answer: kept }])
    const other = await harness().open()
    const outcomes = await send(
      [
        {
          appends: [append(a, 0n, [{ ...paid, data: { amount: '1' } }]), append(b, 'no_stream')],
          answer: { ...kept, bodyHash: 'of another amount' },
        },
        { appends: [append(a, 1n)], answer: answer() },
      ],
      other,
    )
    expect(states(outcomes)).toEqual(['KeyTaken', 'WrongExpectedRevision'])
    expect([await lengthOf(a), await lengthOf(b)]).toEqual([2, 1])
  })

  test('events that are all in the log are done, whatever else is wrong; of some of them, the revision comes first', async () => {
    const [a, b] = [freshStream(), freshStream()]
    const [one, other] = [fact(), fact()]
    await store.append(a, 'no_stream', [fact(), one])
    const outcomes = await send([
      { appends: [append(a, 0n, [{ ...one, data: { amount: '1' } }])] },
      { appends: [append(a, 7n, [one])] },
      { appends: [append(b, 3n, [other, one])] },
    ])
    expect(states(outcomes)).toEqual(['IdTaken', 'IdTaken', 'WrongExpectedRevision'])
    const [fits] = await send([{ appends: [append(b, 'no_stream', [other, one])] }])
    expect(fits).toMatchObject({ error: { name: 'IdTaken', streamId: b, revision: 1n } })
    expect([await lengthOf(a), await lengthOf(b)]).toEqual([2, 0])
  })

  test('one key for two units at once stores one of them', async () => {
    const kept = answer()
    const [a, b] = [freshStream(), freshStream()]
    const other = await harness().open()
    const outcomes = await Promise.all([
      send([{ appends: [append(a, 'no_stream')], answer: kept }]),
      send([{ appends: [append(b, 'no_stream')], answer: kept }]),
      send([{ appends: [append(freshStream(), 'no_stream')], answer: kept }], other),
    ])
    expect(outcomes.flatMap(states).toSorted()).toEqual(['KeyTaken', 'KeyTaken', 'stored'])
  })

  test.each(['silent', 'broken'] as const)(
    'when the answer is lost (%s) the same call again tells of each unit what became of it',
    async (how) => {
      const unreliable = await harness().open({ unreliable: true, appendTimeoutMs: 1_000 })
      const [a, b, c] = [freshStream(), freshStream(), freshStream()]
      await unreliable.append(a, 'no_stream', [fact()])
      const kept = answer()
      const call: Unit[] = [
        { appends: [append(a, 0n), append(b, 'no_stream')], answer: kept },
        { appends: [append(a, 7n), append(c, 'no_stream')] },
        { appends: [append(c, 'no_stream')] },
        { appends: [append(b, 0n), append(a, 1n)] },
      ]
      const loss = await harness().loseAnswers(how)
      await expect(send(call, unreliable)).rejects.toThrow(OutcomeUnknown)
      await loss.restore()
      await expect.poll(() => lengthOf(b)).toBe(1)
      const before = await found(kept)
      // The last unit shares a stream with the refused second unit, so it was not stored, and is not stored now.
      const refused = 'WrongExpectedRevision'
      expect(states(await send(call, unreliable))).toEqual(['KeyTaken', refused, refused, refused])
      expect(await Promise.all([a, b, c].map(lengthOf))).toEqual([2, 1, 0])
      expect(await found(kept)).toEqual(before)
    },
  )

  test('killed while many units are under way, each is there whole or not at all', async () => {
    const hurried = await harness().open({ appendTimeoutMs: 3_000 })
    const all = Array.from({ length: 120 }, () => ({
      streams: [freshStream(), freshStream()] as const,
      kept: answer(),
    }))
    let answered = 0
    const underWay = Promise.withResolvers<void>()
    const sending = all.map(async ({ streams: [one, other], kept }, n) => {
      await new Promise((resolve) => setTimeout(resolve, 2 * n))
      const appends: Unit['appends'] = [append(one, 'no_stream'), append(other, 'no_stream')]
      const [outcome] = await send([{ appends, answer: kept }], hurried)
      answered += 1
      if (answered > 20) underWay.resolve()
      return outcome?.state
    })
    const ended = Promise.allSettled(sending)
    await Promise.race([underWay.promise, Promise.all(sending)])
    await harness().killServer()
    const outcomes = await ended
    await harness().startServer()
    for (const [n, { streams, kept }] of all.entries()) {
      const [one, other] = await Promise.all(streams.map(lengthOf))
      const there = (await found(kept)) !== null
      expect([one, other, there]).toEqual(one === 1 ? [1, 1, true] : [0, 0, false])
      const outcome = outcomes[n]
      if (outcome?.status === 'fulfilled') expect([outcome.value, one]).toEqual(['stored', 1])
    }
  })
}
