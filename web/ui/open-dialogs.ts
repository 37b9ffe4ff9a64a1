import { useEffect, useEffectEvent } from 'react'

/** How each open dialog is closed, the one on top last. */
const open: (() => void)[] = []

/** While `isOpen`, an Escape that something beside the dialogs has taken can still be given to this one. */
export function useOpenDialog(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const entry = () => closeNow()
    open.push(entry)
    return () => {
      open.splice(open.indexOf(entry), 1)
    }
  }, [isOpen])
}

/** Closes the dialog on top, as its Escape does; false when there is none. */
export const closeTopDialog = (): boolean => {
  const top = open.at(-1)
  top?.()
  return top !== undefined
}
