import { useState } from 'react'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { type DraftName, forgetFormDraft, hasFormDraft } from './form-draft.ts'
import { t } from '../texts/texts.ts'

/** Offers to continue with what the member began and left; nothing of it opens unasked. */
export function OfferedDraft({
  question,
  onTakeUp,
  onDrop,
}: {
  question: string
  onTakeUp: () => void
  onDrop: () => void
}) {
  return (
    <Banner
      title={question}
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" onClick={onTakeUp}>
            {t('Continue')}
          </Button>
          <Button variant="secondary" size="sm" onClick={onDrop}>
            {t('Discard')}
          </Button>
        </span>
      }
    />
  )
}

/** Offers the draft of a closed form, if there is one. */
export function OfferedForm({
  name,
  question,
  onTakeUp,
}: {
  name: DraftName
  question: string
  onTakeUp: () => void
}) {
  const [isKept, setKept] = useState(() => hasFormDraft(name))
  if (!isKept) return null
  return (
    <OfferedDraft
      question={question}
      onTakeUp={onTakeUp}
      onDrop={() => {
        forgetFormDraft(name)
        setKept(false)
      }}
    />
  )
}
