/**
 * Channels on which the write side tells what it does, for traces. Without a listener nothing is made and nothing is
 * told. The listener is api/tracing/.
 */
import { channel, tracingChannel, type TracingChannel } from 'node:diagnostics_channel'

/** A channel of promises. What a promise was fulfilled with is the `result` of its message when it ends. */
export type Traced<Message extends object> = TracingChannel<unknown, Message>

export const tracedChannel = <Message extends object>(name: string): Traced<Message> =>
  tracingChannel<unknown, Message>(`youtility:${name}`)

/** What a message of a channel says that its work results in. */
type Result<Message> = Message extends { readonly result?: infer R } ? R : unknown

/** Runs `work` and tells the channel of it; the work results in what the channel's messages say. */
export const traced = <Message extends object, T extends Result<Message>>(
  on: Traced<Message>,
  message: () => NoInfer<Message>,
  work: () => Promise<T>,
): Promise<T> => (on.hasSubscribers ? on.tracePromise(work, message()) : work())

export interface CommandMessage {
  readonly streamIds: readonly string[]
  readonly result?: { readonly outcome: string }
}
/** A command, from its call to its answer. */
export const commandTraces = tracedChannel<CommandMessage>('command')

export interface AppendMessage {
  readonly events: number
  /** The position of its last event. */
  readonly result?: bigint
}
/** What a command adds to the log, from its decision until it is stored. */
export const appendTraces = tracedChannel<AppendMessage>('append')

export interface CommitMessage {
  /** What {@link queuedTraces} was told of each append in it. */
  readonly queued: readonly object[]
  readonly events: number
}
/** A call of the store that stores appends, perhaps of many commands. */
export const commitTraces = tracedChannel<CommitMessage>('commit')
/** An append that waits for its commit, told where its command runs. */
export const queuedTraces = channel('youtility:queued')
