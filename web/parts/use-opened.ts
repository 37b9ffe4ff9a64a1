import { type RefObject, useCallback, useRef, useState } from 'react'
import { useFocusAfter } from './use-focus-after.ts'

export interface Opened<T> {
  /** What is open; null when nothing is. */
  readonly what: T | null
  /** `from` gets the focus back, where it is still there. */
  readonly open: (what: T, from: HTMLElement) => void
  /** Another one in its place; the focus goes back to where the first came from. */
  readonly replace: (what: T) => void
  readonly close: () => void
  /** As `close`, where what it was opened from is about to leave the page. */
  readonly closeForGood: () => void
}

/** Which of a page's dialogs is open, and where the focus goes when it closes; see `useFocusAfter`. */
export const useOpened = <T>(
  otherwise?: RefObject<HTMLElement | null>,
  /** What is open from the beginning. */
  first: () => T | null = () => null,
): Opened<T> => {
  const [what, setWhat] = useState<T | null>(first)
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
