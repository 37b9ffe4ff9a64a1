import { useEffect, useEffectEvent } from 'react'

/** The close functions of the open dialogs, the one on top last. */
const open: (() => void)[] = []

/** Registers a dialog while it is rendered, so that an Escape handled by something beside it can still close it. */
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

/** Whether any dialog is open. */
export const isDialogOpen = (): boolean => open.length > 0

/** Closes the dialog on top, as Escape in it does; false when there is none. */
export const closeTopDialog = (): boolean => {
  const top = open.at(-1)
  top?.()
  return top !== undefined
}
