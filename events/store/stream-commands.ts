import { LEVEL } from '../level.ts'
import type { StreamKind } from '../stream.ts'
import { readState, writeState } from '../stream.ts'
import type { DomainEvent, Step } from './aggregate.ts'
import { createCommandHandler } from './command-handler.ts'
import type { Handled, HandledTogether, Share, StoredEvent, TogetherOptions } from './commands.ts'
import type { EventStore } from './event-store.ts'
import type { Divergence } from './memory-check.ts'
import type { SnapshotStore } from './snapshots.ts'
import { createStreamSnapshots, withoutSnapshots, type StreamSnapshots } from './stream-snapshots.ts'

/** Who gives a command, why, and when; stored in the metadata of every event it makes. */
export interface CommandContext {
  /** Member id, or `system` for a command that no member gave. */
  readonly actor: string
  /** Id of the whole process that the command is part of, such as a transfer id. */
  readonly correlationId: string
  /** What directly caused this command: an event id or an idempotency key. */
  readonly causationId: string
  readonly idempotencyKey?: string
  /** ISO time, by our clock. */
  readonly at: string
  readonly step?: Step
  /** Other processes may make the same events on their own: decide on the stream as the store has it now. */
  readonly contested?: boolean
}

/** Where snapshots are saved, and the callback for a failure to save one. */
export interface SnapshotPlace {
  readonly store: SnapshotStore
  readonly onError: (error: unknown) => void
}

/** The event store, and where snapshots of long streams are saved. */
export interface StreamStores {
  readonly store: EventStore
  readonly snapshots: SnapshotPlace
}

/** Snapshots of one kind of stream; none where its streams are read whole. */
export const snapshotsOf = <State, Event extends DomainEvent>(
  { snapshot }: StreamKind<State, Event>,
  place: SnapshotPlace | undefined,
): StreamSnapshots<State> =>
  snapshot === null || !place
    ? withoutSnapshots<State>()
    : createStreamSnapshots<State>({ ...place, version: snapshot, write: writeState, read: readState<State> })

/** One stream's part of a command that concerns several. */
interface StreamShare<Command, Event> {
  readonly id: string
  /** What the member wants; `before`: the events of the shares before it. */
  readonly command: (before: readonly Event[]) => Command
  readonly context: Omit<CommandContext, 'at' | 'step' | 'contested'>
}

/** Commands on the streams of one kind, by the id in a stream's name. Guarantees and errors: see `CommandHandler`. */
export interface StreamCommands<State, Command, Event> {
  readonly execute: (id: string, command: Command, context: CommandContext) => Promise<Handled<Event>>
  /** Commands on different streams in one commit, with the answer to store; only where the store has `appendUnits`. */
  readonly executeInOneCommit?: (
    shares: readonly [StreamShare<Command, Event>, ...StreamShare<Command, Event>[]],
    options: TogetherOptions,
  ) => Promise<HandledTogether>
  /** The event of a step as the store has it now, null when the step has not been done. */
  readonly find: (id: string, step: Step) => Promise<StoredEvent<Event> | null>
  /** Compares every cached stream with the log; see `CommandHandler`. */
  readonly checkMemory: () => Promise<readonly Divergence[]>
  /** The state as the store has it now. */
  readonly load: (id: string) => Promise<{ readonly state: State; readonly position: bigint }>
}

export const createStreamCommands = <State, Command, Event extends DomainEvent>({
  store,
  stream,
  decide,
  snapshots,
  streamsMax,
}: {
  readonly store: EventStore
  readonly stream: StreamKind<State, Event>
  /** The events that a command makes on a state; `at` (ISO time) is when it was given. Pure. */
  readonly decide: (command: Command, state: State, at: string) => Event[]
  /** For kinds with long streams. */
  readonly snapshots?: SnapshotPlace
  /** How many streams are kept in memory. */
  readonly streamsMax?: number
}): StreamCommands<State, Command, Event> => {
  const handler = createCommandHandler({
    store,
    aggregate: stream,
    snapshots: snapshotsOf(stream, snapshots),
    ...(streamsMax !== undefined && { streamsMax }),
  })
  const { handleTogether } = handler
  const { level = () => LEVEL } = store
  const decideAtLevel = (command: Command, state: State, at: string): Event[] =>
    decide(command, state, at).map((event) => stream.atLevel(event, level()))
  const shareAt =
    (at: string) =>
    ({ id, command, context }: StreamShare<Command, Event>): Share<State, Event> => ({
      streamId: stream.streamOf(id),
      decide: (state, before) => decideAtLevel(command(before), state, at),
      metadata: { schemaVersion: stream.version, ...context },
    })
  return {
    execute: (id, command, { step, at, contested = false, ...metadata }) =>
      handler.handle(stream.streamOf(id), (state) => decideAtLevel(command, state, at), {
        metadata: { schemaVersion: stream.version, ...metadata },
        at,
        contested,
        ...(step && { step }),
      }),
    ...(handleTogether && {
      executeInOneCommit: (
        [first, ...others]: readonly [StreamShare<Command, Event>, ...StreamShare<Command, Event>[]],
        options: TogetherOptions,
      ) => handleTogether([shareAt(options.at)(first), ...others.map(shareAt(options.at))], options),
    }),
    find: (id, step) => handler.find(stream.streamOf(id), step),
    checkMemory: () => handler.checkMemory(),
    load: (id) => handler.load(stream.streamOf(id)),
  }
}
