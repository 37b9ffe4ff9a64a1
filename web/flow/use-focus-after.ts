import { useEffect, useRef } from 'react'

/**
 * The focus goes back to where a dialog was opened from; to `otherwise` when nobody opened it, because a
 * reload did.
 */
export const useFocusAfter = (
  open: boolean,
  opener: React.RefObject<HTMLElement | null>,
  otherwise?: React.RefObject<HTMLElement | null>,
): void => {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) (opener.current ?? otherwise?.current)?.focus()
    wasOpen.current = open
  }, [open, opener, otherwise])
}
