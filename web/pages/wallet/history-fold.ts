import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Whether all activity is shown on a phone; remembered until the app is closed. */
const store = createStore<{ readonly open: boolean }>(() => ({ open: false }))

export const useHistoryOpen = (): boolean => useStore(store, ({ open }) => open)
export const openHistory = (open: boolean): void => store.setState({ open })
