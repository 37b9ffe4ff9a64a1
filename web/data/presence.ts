import { sessionOperations } from '../../api/contract/session.ts'
import { call } from './client.ts'
import { onInput } from './person.ts'

/** Who reads and scrolls for long without asking for anything is there all the same: the server hears it this often, ms. */
const TELL_MS = 5 * 60_000

/** Tells the server now and then that a person uses the page. Returns the function that ends it. */
export const keepPresent = (): (() => void) => {
  let toldAt = performance.now()
  return onInput(() => {
    if (performance.now() - toldAt < TELL_MS) return
    toldAt = performance.now()
    void call(sessionOperations.getCurrentUser, {}).catch(() => undefined)
  })
}
