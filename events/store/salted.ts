import { randomBytes } from 'node:crypto'
import { LEVEL } from '../level.ts'
import type { EventStore } from './event-store.ts'

/** Releases of a lower level would hash an event with a salt into another leaf. */
const SALTS_SINCE = 2

/** Beyond any trial of all of them. */
const SALT_BYTES = 16

/**
 * A store whose new events, from level 2 on, each get a random salt in their metadata. It is part of the leaf that is
 * hashed into the public log, so no one can find the leaf of an event whose content can be guessed. It is chosen when the
 * event is decided: an append that is sent again is identical, and differs from every other attempt at the same step.
 */
export const withSalts = (store: EventStore): EventStore => {
  const { ambient, level = () => LEVEL } = store
  return {
    ...store,
    ambient: () => ({
      ...ambient?.(),
      ...(level() >= SALTS_SINCE && { salt: randomBytes(SALT_BYTES).toString('base64url') }),
    }),
  }
}
