import { useEffect, useRef } from 'react'

/** The focus goes back to where a dialog was opened from. */
export const useFocusAfter = (open: boolean, opener: React.RefObject<HTMLElement | null>): void => {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) opener.current?.focus()
    wasOpen.current = open
  }, [open, opener])
}
