import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Insight, PlanType, Profile } from '../../../api/contract/devices.ts'

/** Which dialog is open, and about what. */
export type DeviceDialog =
  | { readonly kind: 'qr' | 'edit' | 'delete' | 'suspend'; readonly device: Profile }
  | { readonly kind: 'plan'; readonly device: Profile; readonly suggested: PlanType | null }
  | { readonly kind: 'apply'; readonly insight: Insight }

export interface Dialogs {
  readonly dialog: DeviceDialog | null
  /** The focus comes back to `from`, or where that has gone, to the page's heading. */
  readonly open: (dialog: DeviceDialog, from: HTMLElement) => void
  readonly close: () => void
  /** As `close`, where what it was opened from is about to leave the page. */
  readonly closeForGood: () => void
}

export const useDialog = (heading: RefObject<HTMLElement | null>): Dialogs => {
  const [dialog, setDialog] = useState<DeviceDialog | null>(null)
  const opener = useRef<HTMLElement>(null)
  const isOpen = dialog !== null
  useFocusBack(isOpen, opener, heading)
  return {
    dialog,
    open: (next, from) => {
      opener.current = from
      setDialog(next)
    },
    close: () => setDialog(null),
    closeForGood: () => {
      opener.current = null
      setDialog(null)
    },
  }
}

/** When `open` ends, the focus goes back to the opener; to `otherwise` where the opener left the page. */
export const useFocusBack = (
  open: boolean,
  opener: RefObject<HTMLElement | null>,
  otherwise: RefObject<HTMLElement | null>,
): void => {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) {
      const back = opener.current?.isConnected === true ? opener.current : otherwise.current
      back?.focus()
    }
    wasOpen.current = open
  }, [open, opener, otherwise])
}
