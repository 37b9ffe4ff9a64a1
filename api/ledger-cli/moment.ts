import { momentOf, type Moment } from '../../events/moment.ts'
import type { EventStore, RecordedEvent } from '../../events/store/event-store.ts'
import { Unanswered, UsageError } from './failure.ts'

/**
 * Reads `1234`, `2026-01-31` (the start or the end of that day in UTC) or `2026-01-31T12:00:00Z`.
 * @throws {UsageError} it is neither
 */
export const parseMoment = (text: string, dayAs: 'start' | 'end'): Moment => {
  const moment = momentOf(text, dayAs)
  if (moment) return moment
  throw new UsageError(
    `"${text}" is neither a position nor a time such as 2026-01-31 or 2026-01-31T12:00:00Z`,
  )
}

/** @throws {Unanswered} when the log has not reached that moment yet */
export const assertReached = async (
  store: Pick<EventStore, 'head'>,
  moment: Moment | null,
): Promise<void> => {
  if (moment?.kind === 'position') {
    const head = await store.head()
    if (moment.position > head)
      throw new Unanswered(`The log ends at position ${head}; there is nothing to say of ${moment.position}`)
  }
  const now = new Date().toISOString()
  if (moment?.kind !== 'time' || moment.time <= now) return
  const today = now.slice(0, 10)
  throw new Unanswered(
    moment.time === `${today}T23:59:59.999Z`
      ? `${today} is not over, and a day means its end in UTC: give a time such as ${now.slice(0, 19)}Z, or no moment for the log as it is`
      : `${moment.time} has not come yet`,
  )
}

/** An event with its time by the store, never earlier than that of the previous event. */
export interface TimedEvent {
  readonly recorded: RecordedEvent
  readonly time: string
}

const isAfter = ({ recorded, time }: TimedEvent, moment: Moment): boolean =>
  moment.kind === 'position' ? recorded.position > moment.position : time > moment.time
export const isBefore = ({ recorded, time }: TimedEvent, moment: Moment): boolean =>
  moment.kind === 'position' ? recorded.position < moment.position : time < moment.time

/**
 * The log up to a moment, or to its head at the call.
 * @throws {Unanswered} when the log has not reached that moment yet
 */
export async function* readUpTo(store: EventStore, moment: Moment | null): AsyncGenerator<TimedEvent> {
  await assertReached(store, moment)
  let time = ''
  for await (const batch of store.scan()) {
    for (const recorded of batch) {
      if (recorded.recordedAt > time) time = recorded.recordedAt
      const timed = { recorded, time }
      if (moment && isAfter(timed, moment)) return
      yield timed
    }
  }
}
