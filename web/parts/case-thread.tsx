import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import { type Case, CASE_TEXT_MAX } from '../../api/contract/cases.ts'
import { addToCase } from '../data/cases.ts'
import { t } from '../texts/texts.ts'
import { translateServerText } from '../texts/translate-server-text.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { exactTime } from '../ui/time-format.ts'
import { stateText } from './case-words.ts'
import { FormDialog } from './form-dialog.tsx'
import { useAttempt } from './use-attempt.ts'
import { useOpened } from './use-opened.ts'

/** What was said in a case, oldest first, and what became of it; the member can add to it. */
export function CaseThread({ shown, onAdded }: { shown: Case; onAdded?: () => Promise<void> }) {
  const { what, open, close } = useOpened<'add'>()
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-semibold">{t('Case {number}', { number: shown.number })}</span>
        <Badge tone={shown.state === 'open' ? 'warning' : 'credit'}>{stateText(shown)}</Badge>
      </p>
      <ol className="grid gap-3">
        {shown.entries.map(({ at, by, text }) => (
          <li key={at + text} className="grid gap-0.5 border-s-2 border-line ps-3">
            <span className="text-sm text-muted">
              <span>{by === 'member' ? t('You') : t('The operator')}</span>
              <span> · </span>
              <span>{exactTime(Date.parse(at))}</span>
            </span>
            <span className="whitespace-pre-line wrap-anywhere">
              {by === 'member' ? text : translateServerText(text)}
            </span>
          </li>
        ))}
      </ol>
      <Button
        variant="quiet"
        size="sm"
        className="-ms-3 justify-self-start print:hidden"
        icon={<MessageSquarePlus />}
        onClick={(event) => open('add', event.currentTarget)}
      >
        {t('Add to case {number}', { number: shown.number })}
      </Button>
      {what !== null && <AddDialog number={shown.number} onAdded={onAdded} onClose={close} />}
    </div>
  )
}

function AddDialog({
  number,
  onAdded,
  onClose,
}: {
  number: number
  onAdded: (() => Promise<void>) | undefined
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const attempt = useAttempt({ log: t('The message could not be sent') })
  const send = async () => {
    await addToCase(number, text)
    await onAdded?.()
  }
  return (
    <FormDialog
      title={t('Add to case {number}', { number })}
      verb={t('Send')}
      attempt={attempt}
      ready={text.trim() !== ''}
      onSubmit={() => void attempt.run(send, onClose)}
      onClose={onClose}
    >
      <TextArea
        label={t('Your message')}
        text={text}
        limit={CASE_TEXT_MAX}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
