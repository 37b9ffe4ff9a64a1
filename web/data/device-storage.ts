import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/**
 * How it stands with what this device keeps of a member:
 * - `kept`: it is saved;
 * - `full`: the device has no room; what was saved longest ago has been given up for what is new;
 * - `memory`: nothing can be saved (a private mode, a policy, a connection that is lost for good): the app works from
 *   the network and forgets all with the page.
 */
interface DeviceStorage {
  readonly state: 'kept' | 'full' | 'memory'
  /** The browser has removed what was saved, unasked. */
  readonly emptied: boolean
  /** Counts the connections to the database: what reads from it begins anew with each. */
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
 * Asks the browser to keep what is saved here when it needs room. At moments when something is here that is nowhere
 * else, or that the member wants to have at hand: browsers that ask the member would be refused at the first sight of a
 * page. Once on a device; the answer is a hint, nothing depends on it.
 */
export const askToStay = async (): Promise<void> => {
  try {
    if (localStorage.getItem(ASKED) !== null) return
    localStorage.setItem(ASKED, '1')
    await navigator.storage.persist()
  } catch {
    // It can't be asked here.
  }
}
