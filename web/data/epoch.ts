/**
 * An epoch lasts from one change of the signed-in member to the next. The results of work begun in an older epoch must
 * neither be shown nor stored: they belong to a member who has left.
 */
let number = 0
let controller = new AbortController()

export const currentEpoch = (): number => number

/** Aborted when the epoch ends, so that no request outlasts its member's session. */
export const epochSignal = (): AbortSignal => controller.signal

export const beginEpoch = (): number => {
  controller.abort(new DOMException('The session ended.', 'AbortError'))
  controller = new AbortController()
  number += 1
  return number
}
