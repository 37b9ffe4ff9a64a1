/** What only a person does to a page. */
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
/** A request belongs to the person's last input for this long: a slow page may need a few of them one after the other. */
const CAUSED_MS = 30_000

/** Opening the app is an input too. */
let inputAt = performance.now()

/** Calls `listener` at each input of a person. Returns the function that ends it. */
export const onInput = (listener: () => void): (() => void) => {
  const options = { capture: true, passive: true }
  for (const type of INPUTS) globalThis.addEventListener?.(type, listener, options)
  return () => {
    for (const type of INPUTS) globalThis.removeEventListener?.(type, listener, options)
  }
}

onInput(() => {
  inputAt = performance.now()
})

/** Whether a person has caused what is requested now; only such requests keep a session alive. */
export const isCausedByPerson = (): boolean => performance.now() - inputAt < CAUSED_MS
