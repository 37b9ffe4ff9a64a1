import { setImmediate } from 'node:timers/promises'
import type { Pauses } from '../timers.ts'
import { confirmStored } from './aggregate.ts'
import { appendUntilKnown } from './append-until-known.ts'
import {
  UNIT_EVENTS_MAX,
  type Appended,
  type EventStore,
  type StoredAnswer,
  type Unit,
  type UnitAppend,
  type UnitOutcome,
} from './event-store.ts'
import { advance, isStored, NotSent, type Decision } from './stream-writer.ts'
import type { StreamSnapshots } from './stream-snapshots.ts'
import { commitTraces, queuedTraces, traced } from './tracing.ts'

/** The decisions of one unit, and the callbacks of its caller. */
interface Waiting<State> {
  readonly decisions: readonly [Decision<State>, ...Decision<State>[]]
  readonly unit: Unit
  readonly events: number
  /** With the ledger position of the last event. */
  readonly stored: (position: bigint) => void
  readonly failed: (error: unknown) => void
}

type UnitWriter<State> = (
  decisions: readonly [Decision<State>, ...Decision<State>[]],
  answer?: StoredAnswer,
) => Promise<bigint>

const appendOf = <State>({ stream, events }: Decision<State>): UnitAppend => ({
  streamId: stream.streamId,
  expected: stream.revision === -1n ? 'no_stream' : stream.revision,
  events,
})

/**
 * Writes units of decisions on many streams in order, one batch (a flight) at a time: units decided during a flight
 * form the next one. The store gets a flight in one call and in order, so that with a refused unit it refuses later
 * ones that share a stream with it. A flight whose outcome is unknown is repeated whole; what its first attempt stored
 * is then refused, and the commands find it in the log. Waiting units that were decided on events of a failed one are
 * never sent. Resolves to the ledger position of the unit's last event.
 * See docs/decisions/0070-a-transfer-is-one-commit.md.
 */
export const createUnitWriter = <State>({
  appendUnits,
  snapshots,
  pauses,
}: {
  appendUnits: NonNullable<EventStore['appendUnits']>
  snapshots: StreamSnapshots<State>
  pauses: Pauses
}): UnitWriter<State> => {
  let waiting: Waiting<State>[] = []
  let isSending = false

  const nextFlight = (): Waiting<State>[] => {
    let events = 0
    const end = waiting.findIndex((one) => (events += one.events) > UNIT_EVENTS_MAX)
    return waiting.splice(0, end === -1 ? waiting.length : Math.max(end, 1))
  }

  const fail = ({ decisions, failed }: Waiting<State>, error: unknown): void => {
    for (const { stream } of decisions) stream.stale = true
    failed(error)
  }

  const confirmUnit = ({ decisions, stored }: Waiting<State>, appended: readonly Appended[]): void => {
    for (const [n, { stream, events, state: after }] of decisions.entries()) {
      const end = appended[n]
      if (!end) throw new Error('A unit was answered with too few appends')
      confirmStored(stream, events, end)
      snapshots.consider(stream, { state: after, ...end })
    }
    stored(appended.at(-1)?.position ?? 0n)
  }

  /** Fails the waiting units, in order, that rest on events which were not stored. */
  const failUnfounded = (): void => {
    const founded: Waiting<State>[] = []
    for (const one of waiting) {
      const stale = one.decisions.find(({ stream }) => stream.stale)
      if (stale) fail(one, new NotSent(stale.stream.streamId))
      else founded.push(one)
    }
    waiting = founded
  }

  const settle = (one: Waiting<State>, outcome: UnitOutcome | undefined): void => {
    if (!outcome) return fail(one, new Error('A unit was not answered'))
    if (outcome.state === 'refused') return fail(one, outcome.error)
    return confirmUnit(one, outcome.appended)
  }

  const sendFlights = async (): Promise<void> => {
    isSending = true
    await setImmediate() // lets all commands that can decide now do so
    while (waiting.length > 0) {
      const flight = nextFlight()
      try {
        const units = flight.map(({ unit }) => unit)
        const outcomes = await traced(
          commitTraces,
          () => ({ queued: units, events: flight.reduce((sum, { events }) => sum + events, 0) }),
          () => appendUntilKnown(() => appendUnits(units), pauses),
        )
        for (const [n, one] of flight.entries()) settle(one, outcomes[n])
      } catch (error) {
        for (const one of flight) fail(one, error)
      }
      failUnfounded()
    }
    isSending = false
  }

  return (decisions, answer) => {
    const { promise, resolve, reject } = Promise.withResolvers<bigint>()
    const [first, ...others] = decisions
    const appends: Unit['appends'] = [appendOf(first), ...others.map(appendOf)]
    const unit: Unit = { appends, ...(answer && { answer }) }
    if (queuedTraces.hasSubscribers) queuedTraces.publish(unit)
    waiting.push({
      decisions,
      unit,
      events: decisions.reduce((sum, { events }) => sum + events.length, 0),
      stored: resolve,
      failed: reject,
    })
    const settled = isStored(promise)
    for (const decision of decisions) advance(decision, settled)
    if (!isSending) void sendFlights()
    return promise
  }
}
