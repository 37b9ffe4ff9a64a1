import { useEffect } from 'react'
import type { StepUp } from '../data/client.ts'
import { confirmWithPasskey, loadPasskeys } from '../data/passkeys.ts'
import { signInAgain } from '../data/security.ts'
import { Problem } from '../ui/problem.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ButtonLink } from '../parts/button-link.tsx'
import { rememberPlace } from '../parts/return-place.ts'
import { useAttempt } from '../parts/use-attempt.ts'
import { t } from '../texts/texts.ts'

/** The dialog of `FreshSignIn`, loaded when it is first needed. `onClose` gets what a passkey signed, if one did. */
export default function FreshSignInDialog({
  stepUp: { reason, passkey, signIn, place },
  onClose,
}: {
  stepUp: StepUp
  onClose: (assertion: string | null) => void
}) {
  const signingIn = useAttempt({
    otherwise: t('Sign-in is not available right now. Please try again.'),
  })
  const confirming = useAttempt({
    otherwise: t('The passkey did not confirm it. Please try again.'),
  })
  const running = signingIn.running || confirming.running
  const hasPasskey = passkey !== null
  // Safari asks for a passkey only soon after a click, so nothing is loaded in between.
  useEffect(() => {
    if (hasPasskey) loadPasskeys()
  }, [hasPasskey])
  const close = () => onClose(null)
  return (
    <Dialog
      onClose={close}
      title={t('Confirm it’s you')}
      busy={running}
      footer={
        <>
          {!(hasPasskey && signIn) && (
            <Button variant="secondary" disabled={running} onClick={close}>
              {t('Not now')}
            </Button>
          )}
          {signIn && (
            <Button
              variant={hasPasskey ? 'secondary' : 'primary'}
              busy={signingIn.running}
              disabled={confirming.running}
              onClick={() => {
                rememberPlace(
                  place === undefined ? globalThis.location : new URL(place, location.origin),
                  true,
                )
                void signingIn.run(signInAgain)
              }}
            >
              {t('Sign in again')}
            </Button>
          )}
          {hasPasskey && (
            <Button
              busy={confirming.running}
              disabled={signingIn.running}
              onClick={() => void confirming.run(() => confirmWithPasskey(passkey), onClose)}
            >
              {t('Use a passkey')}
            </Button>
          )}
          {!hasPasskey && !signIn && (
            <ButtonLink to="/profile#passkeys" onClick={close}>
              {t('To your passkeys')}
            </ButtonLink>
          )}
        </>
      }
    >
      <p className="text-muted">{reason}</p>
      <p className="mt-3 text-muted">
        {hasPasskey
          ? t('Nothing was done so far. With a passkey it goes on at once.')
          : place === undefined
            ? t('Nothing was done so far. Start it again once you are back.')
            : t('We’ll bring you back here.')}
      </p>
      <Problem>{signingIn.problem ?? confirming.problem}</Problem>
    </Dialog>
  )
}
