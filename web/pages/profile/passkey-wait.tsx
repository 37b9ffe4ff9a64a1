import { useCached } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { ownPasskeys, stopPasskeyWait } from '../../data/passkeys.ts'
import { useAttempt } from '../../parts/use-attempt.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { exactTime } from '../../ui/time-format.ts'
import { t } from '../../texts/texts.ts'

/** On top of the page that the notifications of a wait for a passkey lead to: what it opens, and the way to stop it. */
export function PasskeyWait() {
  const { value } = useCached(ownPasskeys)
  const { running, problem, run } = useAttempt()
  const offline = useConnectivity() === 'offline'
  if (!value?.wait) return null
  const { opens_at: opens, closes_at: closes } = value.wait
  return (
    <section aria-label={t('The wait for a passkey')}>
      <Banner
        tone="warning"
        title={t('A passkey may be added without any other proof')}
        action={
          <Button
            variant="danger"
            busy={running}
            disabled={offline}
            onClick={() => void run(stopPasskeyWait)}
          >
            {t('Stop the wait')}
          </Button>
        }
      >
        {t(
          'From {opens} until {closes}. If you did not ask for this, stop it and sign out everywhere else.',
          {
            opens: exactTime(Date.parse(opens)),
            closes: exactTime(Date.parse(closes)),
          },
        )}
        <Problem>{problem}</Problem>
      </Banner>
    </section>
  )
}
