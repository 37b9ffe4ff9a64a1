import { WrongExpectedRevision, type Appended, type ExpectedRevision } from '../event-store.ts'
import type { SerialisedEvent } from '../serialise.ts'
import type { Appends } from './appends.ts'

interface Link {
  /** Revision at which the stream ends once this is stored. */
  readonly end: bigint
  /** Why it was not stored; null when it was. */
  readonly failure: Promise<unknown>
}

const endOf = (expected: ExpectedRevision, count: number): bigint =>
  (expected === 'no_stream' ? -1n : expected) + BigInt(count)

/**
 * Appends to one stream go one at a time and in the order they came; streams do not wait for each other.
 *
 * When one fails, whatever was sent upon it is refused without being sent: revisions are only numbers, and had
 * somebody else's events taken the place, the server would take what was decided upon other ones.
 */
export const inOrder = ({ append }: Pick<Appends, 'append'>): Appends['append'] => {
  const running = new Map<string, readonly Link[]>()
  const remove = (streamId: string, link: Link) => {
    const left = (running.get(streamId) ?? []).filter((other) => other !== link)
    if (left.length > 0) running.set(streamId, left)
    else running.delete(streamId)
  }

  const inTurn = async (
    streamId: string,
    expected: ExpectedRevision,
    events: readonly SerialisedEvent[],
    before: readonly Link[],
  ): Promise<Appended> => {
    await before.at(-1)?.failure
    for (const { failure } of before.filter(({ end }) => end === expected)) {
      const failed = await failure
      if (!failed) continue
      const actual = failed instanceof WrongExpectedRevision ? failed.actual : expected
      throw new WrongExpectedRevision(streamId, expected, actual)
    }
    return append(streamId, expected, events)
  }

  return (streamId, expected, events) => {
    const before = running.get(streamId) ?? []
    const appended = inTurn(streamId, expected, events, before)
    const failure = appended.then(
      () => null,
      (error: unknown) => error,
    )
    const link = { end: endOf(expected, events.length), failure }
    running.set(streamId, [...before, link])
    void failure.then(() => remove(streamId, link))
    return appended
  }
}
