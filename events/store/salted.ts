import { randomBytes } from 'node:crypto'
import { LEVEL } from '../level.ts'
import type { EventStore, NewEvent } from './event-store.ts'

/** Releases of a lower level would hash an event with a salt into another leaf. */
const SALTS_SINCE = 2

/** Beyond any trial of all of them. */
const SALT_BYTES = 16

const salted = (events: readonly NewEvent[]): readonly NewEvent[] =>
  events.map((event) => ({
    ...event,
    metadata: { ...event.metadata, salt: randomBytes(SALT_BYTES).toString('base64url') },
  }))

/**
 * A store whose new events, from level 2 on, each get a random salt in their metadata. It is part of the leaf that is hashed into the
 * public log, so nobody can find the leaf of an event whose content can be guessed. An append that is repeated gets
 * other salts and changes nothing: the events that were stored first keep theirs.
 */
export const withSalts = (store: EventStore): EventStore => {
  const { appendUnits, level = () => LEVEL } = store
  const own = (events: readonly NewEvent[]) => (level() < SALTS_SINCE ? events : salted(events))
  return {
    ...store,
    append: (streamId, expected, events) => store.append(streamId, expected, own(events)),
    ...(appendUnits && {
      appendUnits: (units) =>
        appendUnits(
          units.map((unit) => {
            const [first, ...others] = unit.appends
            const withOwn = (one: typeof first) => ({ ...one, events: own(one.events) })
            return { ...unit, appends: [withOwn(first), ...others.map(withOwn)] }
          }),
        ),
    }),
  }
}
