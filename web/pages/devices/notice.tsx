import { useCallback, useState } from 'react'
import { sentenceOf } from '../../data/errors.ts'
import { t } from '../../texts/texts.ts'
import { Banner } from '../../ui/banner.tsx'
import { useAfterToast } from '../../ui/after-toast.ts'
import { useToast } from '../../ui/toast.tsx'

interface Message {
  readonly tone: 'credit' | 'debit'
  readonly title: string
  readonly detail?: string
}
export type Tell = (message: Message) => void

/** Alerts of the page: a toast says them, and when it is gone the page, until they are dismissed. */
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
  return { notice: useAfterToast(notice), tell, dismiss: () => setNotice(null) }
}

/** Makes a change and shows the message it resolves with; on failure shows the reason under the title `failed`. */
export const tellOutcome = async (
  tell: Tell,
  failed: string,
  change: () => Promise<string>,
): Promise<void> => {
  try {
    tell({ tone: 'credit', title: await change() })
  } catch (error) {
    console.error(failed, error)
    const detail = sentenceOf(error, t('Something went wrong. Please try again.'))
    tell({ tone: 'debit', title: failed, detail })
  }
}

export function Notice({ notice, onDismiss }: { notice: Message | null; onDismiss: () => void }) {
  if (notice === null) return null
  return (
    <Banner tone={notice.tone} title={notice.title} onDismiss={onDismiss}>
      {notice.detail}
    </Banner>
  )
}
