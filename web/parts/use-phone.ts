import { useSyncExternalStore } from 'react'

/** As Tailwind's `max-md`: the width below which the navigation stands at the bottom. */
const PHONE = '(width < 48rem)'

const subscribe = (listener: () => void): (() => void) => {
  const query = matchMedia(PHONE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether it is so right now. */
export const isPhone = (): boolean => matchMedia(PHONE).matches

/** Whether the window is as narrow as a phone: for what is left out there; for what looks otherwise, use CSS. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, isPhone)
