import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/**
 * State of the storage for a member's data on this device:
 * - `kept`: data is saved;
 * - `full`: the device has no room; the oldest data is deleted to save new data;
 * - `memory`: nothing can be saved (a private mode, a policy, a connection that is lost for good): the app works from
 *   the network and loses everything with the page.
 */
interface DeviceStorage {
  readonly state: 'kept' | 'full' | 'memory'
  /** The browser has removed the saved data by itself. */
  readonly emptied: boolean
  /** Counts the connections to the database: whatever reads from it starts again with each new one. */
  readonly connection: number
}

const store = createStore<DeviceStorage>(() => ({ state: 'kept', emptied: false, connection: 0 }))

export const deviceStorage = store.getState
export const becomeStorage = (change: Partial<DeviceStorage>): void => store.setState(change)
export const newConnection = (): void =>
  store.setState(({ connection, state }) => ({
    connection: connection + 1,
    state: state === 'memory' ? 'kept' : state,
  }))

export const useConnection = (): number => useStore(store, ({ connection }) => connection)
export const useDeviceStorage = (): Pick<DeviceStorage, 'state' | 'emptied'> => ({
  state: useStore(store, ({ state }) => state),
  emptied: useStore(store, ({ emptied }) => emptied),
})

const closeListeners = new Set<() => void>()

/** Called when the database in use is closed. */
export const onDatabaseClosed = (listener: () => void): (() => void) => {
  closeListeners.add(listener)
  return () => closeListeners.delete(listener)
}
export const tellClosed = (): void => {
  for (const listener of closeListeners) listener()
}

const ASKED = 'youtility.asked-to-stay'

/**
 * Asks the browser not to remove the saved data when it needs room. Call it when data is saved that exists nowhere else
 * or that the member wants at hand: a browser that asks the member would be refused on their first visit. Asks once per
 * device; the answer is a hint, nothing depends on it.
 */
export const askToStay = async (): Promise<void> => {
  try {
    if (localStorage.getItem(ASKED) !== null) return
    localStorage.setItem(ASKED, '1')
    await navigator.storage.persist()
  } catch {
    // This browser can't be asked.
  }
}
