import { useCached } from '../../data/cached.ts'
import { closing as closingSource, stopClosing } from '../../data/closing.ts'
import { useAttempt } from '../../parts/use-attempt.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ProblemLine } from '../../ui/problem.tsx'
import { calendarDate } from '../../ui/time-format.ts'
import { t } from '../../texts/texts.ts'
import { waitsIn } from './closing-words.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** Says that the account is closing and when it pays, and lets its member stop that. */
export default function ClosingBanner() {
  const { value } = useCached(closingSource)
  const attempt = useAttempt({ otherwise: t('The closing could not be stopped.') })
  if (!value?.closing) return null
  const { day, closing } = value
  return (
    <Banner
      tone="warning"
      title={t('Your account is closing')}
      action={
        closing.can_be_stopped && (
          <Button variant="secondary" busy={attempt.running} onClick={() => void attempt.run(stopClosing)}>
            {t('Stop closing')}
          </Button>
        )
      }
    >
      <p>
        {closing.can_be_stopped
          ? typeof day === 'string'
            ? t('Your last payment goes on {day}. Until then nothing else moves.', { day: calendarDate(day) })
            : t('Your last payment goes as soon as nothing is on its way. Until then nothing else moves.')
          : t('Your last payment is with the bank. The account is closed when nothing is left.')}
      </p>
      {waitsIn(value).map(({ message }) => (
        <p key={message}>{translateServerText(message)}</p>
      ))}
      <ProblemLine>{attempt.problem}</ProblemLine>
    </Banner>
  )
}
