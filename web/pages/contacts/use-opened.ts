import { useCallback, useEffect, useRef, useState } from 'react'

export interface Opened<T> {
  /** What is open; null when nothing is. */
  readonly what: T | null
  /** `from` gets the focus back, where it is still there. */
  readonly open: (what: T, from: HTMLElement) => void
  /** Another one in its place; the focus goes back to where the first came from. */
  readonly replace: (what: T) => void
  readonly close: () => void
}

/** Which of a page's dialogs is open, and where the focus goes when it closes. */
export const useOpened = <T>(): Opened<T> => {
  const [what, setWhat] = useState<T | null>(null)
  const origin = useRef<HTMLElement | null>(null)
  const open = useCallback((next: T, from: HTMLElement) => {
    origin.current = from
    setWhat(next)
  }, [])
  const close = useCallback(() => setWhat(null), [])
  useEffect(() => {
    if (what !== null) return
    const from = origin.current
    origin.current = null
    if (from === null) return
    // After the dialog has gone: as long as it is there it keeps the focus.
    const timer = setTimeout(() => {
      if (from.isConnected) from.focus()
      else document.getElementById('main')?.focus()
    })
    return () => clearTimeout(timer)
  }, [what])
  return { what, open, replace: setWhat, close }
}
