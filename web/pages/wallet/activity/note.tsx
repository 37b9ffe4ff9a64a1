import { useState } from 'react'
import { NOTE_MAX } from '../../../../api/contract/movements.ts'
import { writeNote } from '../../../data/movements.ts'
import { useAttempt } from '../../../parts/use-attempt.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { t } from '../../../texts/texts.ts'

/** The member's own words on a movement. */
export function Note({ id, note }: { id: string; note: string | null }) {
  const [text, setText] = useState(note ?? '')
  const { running, problem, run } = useAttempt()
  return (
    <Card title={t('Your note')}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void run(() => writeNote(id, text))
        }}
      >
        <Problem title={t('Not saved')}>{problem}</Problem>
        <TextArea
          label={t('Only you see it')}
          text={text}
          limit={NOTE_MAX}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="secondary" busy={running} disabled={text === (note ?? '')}>
            {t('Save the note')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
