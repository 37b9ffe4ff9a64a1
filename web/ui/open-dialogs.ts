import { useEffect, useEffectEvent } from 'react'

/** How each open dialog is closed, the one on top last. */
const open: (() => void)[] = []

/** While its dialog is drawn, an Escape that something beside the dialogs has taken can still be given to this one. */
export function useOpenDialog(close: () => void): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    const entry = () => closeNow()
    open.push(entry)
    return () => {
      open.splice(open.indexOf(entry), 1)
    }
  }, [])
}

/** Closes the dialog on top, as its Escape does; false when there is none. */
export const closeTopDialog = (): boolean => {
  const top = open.at(-1)
  top?.()
  return top !== undefined
}
