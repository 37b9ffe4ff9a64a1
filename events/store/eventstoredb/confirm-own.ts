import { gather } from '../../gather.ts'
import { IdTaken, OutcomeUnknown, type Appended, type RecordedEvent } from '../event-store.ts'
import type { SerialisedEvent } from '../serialise.ts'
import { readFromLeader, readStream, type ReadContext } from './reads.ts'

/** An append that the server calls stored. */
interface Answered {
  readonly streamId: string
  readonly events: readonly SerialisedEvent[]
  readonly appended: Appended
}

/** Positions are bytes of the log: appends further apart than this are read by themselves. */
const APART_BYTES = 256n * 1024n
/** More events than stand between appends that were answered at about the same time. */
const READ_MAX = 5_000

const byPosition = (one: Answered, other: Answered): number =>
  Number(one.appended.position - other.appended.position)

/** Appends that stand near each other in the log, in its order. */
const groupsOf = (answered: readonly Answered[]): readonly (readonly [Answered, ...Answered[]])[] => {
  const groups: [Answered, ...Answered[]][] = []
  let last: bigint | null = null
  for (const one of answered.toSorted(byPosition)) {
    const { position } = one.appended
    const group = last !== null && position - last <= APART_BYTES ? groups.at(-1) : undefined
    if (group) group.push(one)
    else groups.push([one])
    last = position
  }
  return groups
}

/** The events of a group's appends, by position. */
const readGroup = async (
  context: ReadContext,
  group: readonly [Answered, ...Answered[]],
): Promise<ReadonlyMap<bigint, RecordedEvent>> => {
  const wanted = new Set(group.map(({ appended }) => appended.position))
  const found = new Map<bigint, RecordedEvent>()
  const from = group[0].appended.position
  const limit = group.length === 1 ? 1 : READ_MAX
  const request = { all: 'forwards', from, limit, everything: true } as const
  for await (const batch of readFromLeader(context, request)) {
    for (const event of batch) if (wanted.has(event.position)) found.set(event.position, event)
    if (found.size === wanted.size) break
  }
  return found
}

const isOwn = (event: SerialisedEvent | undefined, stored: RecordedEvent): boolean =>
  stored.id === event?.id &&
  JSON.stringify(stored.metadata) === event.metadata &&
  JSON.stringify(stored.data) === event.data

const taken = ({ streamId, events, appended: { revision, position } }: Answered): IdTaken =>
  new IdTaken(streamId, { revision: revision - BigInt(events.length - 1), position })

const judge = (one: Answered, stored: RecordedEvent | undefined): Error | undefined => {
  if (!stored) return new OutcomeUnknown(one.streamId)
  return stored.streamId === one.streamId && isOwn(one.events[0], stored) ? undefined : taken(one)
}

/** An append of several events, whose first one's position is not known. They are stored together: one tells of all. */
const confirmAlone = async (context: ReadContext, one: Answered): Promise<Error | undefined> => {
  const { streamId, events, appended } = one
  const from = appended.revision - BigInt(events.length - 1)
  for await (const stored of readStream(context, streamId, { from, limit: 1 })) return judge(one, stored)
  return new OutcomeUnknown(streamId)
}

/**
 * Confirms that what the server calls stored are these very events. It answers an append behind the end of the stream
 * like the first one if the ids are equal, whatever the content, and its answer does not say which of the two it is; the
 * ids of a step are the same in every attempt of every process, and only time and salt in the metadata differ. So the
 * first event is read back. Most appends are of one event; those that are answered at about the same time stand near each
 * other in the log, and one read serves them.
 *
 * Rejects with `IdTaken` if another attempt's events are stored, and with `OutcomeUnknown` if the event could not be
 * read: repeat the identical append then.
 */
export const createConfirmation = (context: ReadContext): ((answered: Answered) => Promise<void>) =>
  gather<Answered, void>({
    run: async (answered) => {
      const outcomes = new Map<Answered, Error | undefined>()
      const confirm = async (group: readonly [Answered, ...Answered[]]) => {
        try {
          const found = await readGroup(context, group)
          for (const one of group) outcomes.set(one, judge(one, found.get(one.appended.position)))
        } catch (cause) {
          for (const one of group) outcomes.set(one, new OutcomeUnknown(one.streamId, { cause }))
        }
      }
      const confirmOne = async (one: Answered) => {
        const outcome = await confirmAlone(context, one).catch(
          (cause: unknown) => new OutcomeUnknown(one.streamId, { cause }),
        )
        outcomes.set(one, outcome)
      }
      const [single, several] = [
        answered.filter(({ events }) => events.length === 1),
        answered.filter(({ events }) => events.length > 1),
      ]
      await Promise.all([...groupsOf(single).map(confirm), ...several.map(confirmOne)])
      return answered.map((one) => outcomes.get(one))
    },
    concernsAll: () => true,
  })
