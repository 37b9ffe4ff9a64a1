import { useCallback, useState } from 'react'
import { sentenceOf } from '../../data/errors.ts'
import { t } from '../../texts/texts.ts'
import { Banner } from '../../ui/banner.tsx'
import { useAfterToast } from '../../ui/after-toast.ts'
import { useToast } from '../../ui/toast.tsx'

interface Outcome {
  readonly tone: 'credit' | 'debit'
  readonly title: string
  readonly detail?: string
}
export type Tell = (outcome: Outcome) => void

/** Alerts of the page: a toast says them, and when it is gone the page, until they are dismissed. */
export const useOutcome = (): {
  readonly outcome: Outcome | null
  readonly tell: Tell
  readonly dismiss: () => void
} => {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const toast = useToast()
  const tell = useCallback<Tell>(
    (told) => {
      setOutcome(told)
      toast(told)
    },
    [toast],
  )
  return { outcome: useAfterToast(outcome), tell, dismiss: () => setOutcome(null) }
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

export function OutcomeBanner({ outcome, onDismiss }: { outcome: Outcome | null; onDismiss: () => void }) {
  if (outcome === null) return null
  return (
    <Banner tone={outcome.tone} title={outcome.title} onDismiss={onDismiss}>
      {outcome.detail}
    </Banner>
  )
}
