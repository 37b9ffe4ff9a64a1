import { useSyncExternalStore } from 'react'

/** Like Tailwind's `max-md`: the width below which the navigation is at the bottom. */
const PHONE = '(width < 48rem)'

const subscribe = (listener: () => void): (() => void) => {
  const query = matchMedia(PHONE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone right now. */
export const isPhone = (): boolean => matchMedia(PHONE).matches

/** Like `isPhone`, as a hook: to leave content out on phones; for content that looks different, use CSS. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, isPhone)
