import { useCallback, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { useToast } from '../../ui/toast.tsx'

export interface Message {
  readonly tone: 'credit' | 'debit'
  readonly title: string
  readonly detail?: string
}
export type Tell = (message: Message) => void

/** Alerts of the page: announced by a toast, and kept on the page until they are dismissed. */
export const useNotice = (): {
  readonly notice: Message | null
  readonly tell: Tell
  readonly dismiss: () => void
} => {
  const [notice, setNotice] = useState<Message | null>(null)
  const toast = useToast()
  const tell = useCallback<Tell>(
    (message) => {
      setNotice(message)
      toast(message)
    },
    [toast],
  )
  return { notice, tell, dismiss: () => setNotice(null) }
}

export function Notice({ notice, onDismiss }: { notice: Message | null; onDismiss: () => void }) {
  if (notice === null) return null
  return (
    <Banner tone={notice.tone} title={notice.title} onDismiss={onDismiss}>
      {notice.detail}
    </Banner>
  )
}
