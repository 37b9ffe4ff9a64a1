import { type RefObject, useEffect, useRef } from 'react'

/**
 * When `open` ends, the focus returns to where the dialog was opened from; to `otherwise` if nobody opened it (a reload
 * did) or the opener has left the page; else to the page's content.
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
    // After the dialog is removed: until then it traps the focus.
    const timer = setTimeout(() => {
      const places = [opener.current, otherwise?.current, document.getElementById('main')]
      const place = places.find((one) => one?.isConnected === true)
      // Another dialog that has replaced it keeps the focus, unless this one was opened from it.
      if (place !== opener.current && document.activeElement?.closest('[role="dialog"]')) return
      place?.focus()
    })
    return () => clearTimeout(timer)
  }, [open, opener, otherwise])
}
