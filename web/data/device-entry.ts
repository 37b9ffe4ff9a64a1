import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** Something kept on this device beyond any sign-out, because it says nothing about anybody. */
interface DeviceEntry<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  /** Called with each change; returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void
  /** Reads it anew: another tab may have changed it. */
  readonly reload: () => void
  /** Its value in a component. */
  readonly use: () => T
}

/**
 * An entry of the local storage. `read` makes a value of any text, null where there is none; `textOf` null for
 * what need not be kept. Where storage is forbidden the value lasts as long as the page.
 */
export const deviceEntry = <T>(
  name: string,
  read: (text: string | null) => T,
  textOf: (value: T) => string | null,
): DeviceEntry<T> => {
  const stored = (): T => {
    try {
      return read(localStorage.getItem(name))
    } catch {
      return read(null)
    }
  }
  let made: StoreApi<{ readonly value: T }> | undefined
  // Read when it is first asked for, not on import.
  const store = () => (made ??= createStore(() => ({ value: stored() })))
  return {
    get: () => store().getState().value,
    set: (value) => {
      try {
        const text = textOf(value)
        if (text === null) localStorage.removeItem(name)
        else localStorage.setItem(name, text)
      } catch {
        // As above.
      }
      store().setState({ value })
    },
    subscribe: (listener) => store().subscribe(listener),
    reload: () => store().setState({ value: stored() }),
    use: () => useStore(store(), ({ value }) => value),
  }
}
