import { type RefObject, useEffect, useRef } from 'react'

/**
 * When `open` ends, the focus goes back to where the dialog was opened from; to `otherwise` where nobody opened
 * it (a reload did) or the opener has left the page; else to the page's content.
 */
export const useFocusAfter = (
  open: boolean,
  opener: RefObject<HTMLElement | null>,
  otherwise?: RefObject<HTMLElement | null>,
): void => {
  const wasOpen = useRef(false)
  useEffect(() => {
    const closed = wasOpen.current && !open
    wasOpen.current = open
    if (!closed) return
    // After the dialog has gone: as long as it is there it keeps the focus.
    const timer = setTimeout(() => {
      const places = [opener.current, otherwise?.current, document.getElementById('main')]
      const place = places.find((one) => one?.isConnected === true)
      // Another dialog that has come in its place keeps the focus, unless this one was opened from it.
      if (place !== opener.current && document.activeElement?.closest('[role="dialog"]')) return
      place?.focus()
    })
    return () => clearTimeout(timer)
  }, [open, opener, otherwise])
}
