import type { EventStore, RecordedEvent } from '../../events/store/event-store.ts'
import { Unanswered, UsageError } from './failure.ts'

/** A place in the log: an event's position, or a time by the store's clock. Both include what is exactly there. */
export type Moment =
  { readonly kind: 'position'; readonly position: bigint } | { readonly kind: 'time'; readonly time: string }

/** Reads `1234`, `2026-01-31` (the start or the end of that day in UTC) or `2026-01-31T12:00:00Z`. */
export const parseMoment = (text: string, dayAs: 'start' | 'end'): Moment => {
  if (/^(0|[1-9]\d{0,18})$/.test(text)) return { kind: 'position', position: BigInt(text) }
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const full = isDay ? `${text}T${dayAs === 'start' ? '00:00:00.000' : '23:59:59.999'}Z` : text
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/.test(full)
  const time = isTime ? new Date(full) : null
  if (!time || Number.isNaN(time.getTime()))
    throw new UsageError(
      `"${text}" is neither a position nor a time such as 2026-01-31 or 2026-01-31T12:00:00Z`,
    )
  return { kind: 'time', time: time.toISOString() }
}

/** An event, and the store's time that holds for it: never earlier than that of the event before. */
export interface TimedEvent {
  readonly recorded: RecordedEvent
  readonly time: string
}

export const isAfter = ({ recorded, time }: TimedEvent, moment: Moment): boolean =>
  moment.kind === 'position' ? recorded.position > moment.position : time > moment.time
export const isBefore = ({ recorded, time }: TimedEvent, moment: Moment): boolean =>
  moment.kind === 'position' ? recorded.position < moment.position : time < moment.time

/**
 * The log up to a moment, or to its head at the call.
 * @throws {Unanswered} when the log has not come to that moment yet
 */
export async function* readUpTo(store: EventStore, moment: Moment | null): AsyncGenerator<TimedEvent> {
  if (moment?.kind === 'position') {
    const head = await store.head()
    if (moment.position > head)
      throw new Unanswered(`The log ends at position ${head}; there is nothing to say of ${moment.position}`)
  }
  if (moment?.kind === 'time' && moment.time > new Date().toISOString())
    throw new Unanswered(`${moment.time} has not come yet`)
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
