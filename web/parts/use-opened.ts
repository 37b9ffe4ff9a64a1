import { type RefObject, useCallback, useRef, useState } from 'react'
import { useFocusAfter } from './use-focus-after.ts'

export interface Opened<T> {
  /** The open dialog; null when none is. */
  readonly what: T | null
  /** `from` gets the focus back, if it is still on the page. */
  readonly open: (what: T, from: HTMLElement) => void
  /** Opens another dialog in its place; the focus returns to where the first was opened from. */
  readonly replace: (what: T) => void
  readonly close: () => void
  /** Like `close`, if the element it was opened from is about to leave the page. */
  readonly closeForGood: () => void
}

/** Which of a page's dialogs is open, and where the focus goes when it closes; see `useFocusAfter`. */
export const useOpened = <T>(otherwise?: RefObject<HTMLElement | null>): Opened<T> => {
  const [what, setWhat] = useState<T | null>(null)
  const origin = useRef<HTMLElement | null>(null)
  useFocusAfter(what !== null, origin, otherwise)
  const open = useCallback((next: T, from: HTMLElement) => {
    origin.current = from
    setWhat(next)
  }, [])
  const close = useCallback(() => setWhat(null), [])
  const closeForGood = useCallback(() => {
    origin.current = null
    setWhat(null)
  }, [])
  return { what, open, replace: setWhat, close, closeForGood }
}
