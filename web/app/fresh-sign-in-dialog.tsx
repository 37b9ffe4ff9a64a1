import { signInAgain } from '../data/security.ts'
import { Problem } from '../ui/problem.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { rememberPlace } from '../parts/return-place.ts'
import { useAttempt } from '../parts/use-attempt.ts'
import { t } from '../texts/texts.ts'

/** The dialog of `FreshSignIn`, loaded when it is first needed. */
export default function FreshSignInDialog({ reason, onClose }: { reason: string; onClose: () => void }) {
  const { running, problem, run } = useAttempt({
    otherwise: t('Sign-in is not available right now. Please try again.'),
  })
  return (
    <Dialog
      onClose={onClose}
      title={t('Confirm it’s you')}
      busy={running}
      footer={
        <>
          <Button variant="secondary" disabled={running} onClick={onClose}>
            {t('Not now')}
          </Button>
          <Button
            busy={running}
            onClick={() => {
              rememberPlace(globalThis.location, true)
              void run(signInAgain)
            }}
          >
            {t('Sign in again')}
          </Button>
        </>
      }
    >
      <p className="text-muted">{reason}</p>
      <p className="mt-3 text-muted">{t('Nothing was done so far. Start it again once you are back.')}</p>
      <Problem>{problem}</Problem>
    </Dialog>
  )
}
