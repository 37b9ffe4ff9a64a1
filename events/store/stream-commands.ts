import type { StreamKind } from '../stream.ts'
import { readState, writeState } from '../stream.ts'
import type { DomainEvent, Step } from './aggregate.ts'
import { createCommandHandler } from './command-handler.ts'
import type { Handled, StoredEvent } from './commands.ts'
import type { EventStore } from './event-store.ts'
import type { SnapshotStore } from './snapshots.ts'
import { createStreamSnapshots, withoutSnapshots, type StreamSnapshots } from './stream-snapshots.ts'

/** Who wants a command done, why, and when. Goes into the metadata of every event it makes. */
export interface CommandContext {
  /** Member id, or `system` for what no member asked for. */
  readonly actor: string
  /** What the whole piece of work is known by, such as a transfer id. */
  readonly correlationId: string
  /** What directly caused this command: an event id or an idempotency key. */
  readonly causationId: string
  readonly idempotencyKey?: string
  /** ISO time, by our clock. */
  readonly at: string
  readonly step?: Step
  /** Other processes make the very same events of their own accord: decide on what the store holds now. */
  readonly contested?: boolean
}

/** Where snapshots are saved, and who is told when one could not be. */
interface SnapshotPlace {
  readonly store: SnapshotStore
  readonly onError: (error: unknown) => void
}

/** Snapshots of one kind of stream; none where its streams are read whole. */
export const snapshotsOf = <State, Event extends DomainEvent>(
  { snapshot }: StreamKind<State, Event>,
  place: SnapshotPlace | undefined,
): StreamSnapshots<State> =>
  snapshot === null || !place
    ? withoutSnapshots<State>()
    : createStreamSnapshots<State>({ ...place, version: snapshot, write: writeState, read: readState<State> })

/** Commands on the streams of one kind, each by the id of its thing. */
interface StreamCommands<State, Event> {
  /** See `CommandHandler.handle` for what is promised and thrown. */
  readonly execute: (
    id: string,
    decide: (state: State) => Event[],
    context: CommandContext,
  ) => Promise<Handled<Event>>
  /** The event of a step as the store has it now, null when the step has not been done. */
  readonly find: (id: string, step: Step) => Promise<StoredEvent<Event> | null>
  /** The state as the store has it now. */
  readonly load: (id: string) => Promise<{ readonly state: State; readonly position: bigint }>
}

export const createStreamCommands = <State, Event extends DomainEvent>({
  store,
  stream,
  snapshots,
  streamsMax,
}: {
  readonly store: EventStore
  readonly stream: StreamKind<State, Event>
  /** Of kinds with long streams. */
  readonly snapshots?: SnapshotPlace
  /** How many streams are kept in memory. */
  readonly streamsMax?: number
}): StreamCommands<State, Event> => {
  const handler = createCommandHandler({
    store,
    aggregate: stream,
    snapshots: snapshotsOf(stream, snapshots),
    ...(streamsMax !== undefined && { streamsMax }),
  })
  return {
    execute: (id, decide, { step, at, contested = false, ...metadata }) =>
      handler.handle(stream.streamOf(id), decide, {
        metadata: { schemaVersion: stream.version, ...metadata },
        at,
        contested,
        ...(step && { step }),
      }),
    find: (id, step) => handler.find(stream.streamOf(id), step),
    load: (id) => handler.load(stream.streamOf(id)),
  }
}
