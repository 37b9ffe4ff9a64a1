import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** A value stored on this device that outlasts every sign-out, because it says nothing about anybody. */
interface DeviceEntry<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  /** Subscribes to changes; returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void
  /** Reads the value again: another tab may have changed it. */
  readonly reload: () => void
  /** The value, as a hook. */
  readonly use: () => T
}

/**
 * An entry of the local storage. `read` parses a text, null if there is none; `textOf` returns the text to store, null
 * to remove the entry. Where storage is forbidden the value lasts as long as the page.
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
  // Read on first use, not on import.
  const store = () => (made ??= createStore(() => ({ value: stored() })))
  return {
    get: () => store().getState().value,
    set: (value) => {
      try {
        const text = textOf(value)
        if (text === null) localStorage.removeItem(name)
        else localStorage.setItem(name, text)
      } catch {
        // Storage is forbidden: the value lasts as long as the page.
      }
      store().setState({ value })
    },
    subscribe: (listener) => store().subscribe(listener),
    reload: () => store().setState({ value: stored() }),
    use: () => useStore(store(), ({ value }) => value),
  }
}
