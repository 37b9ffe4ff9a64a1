import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Losses } from './sign-out-losses.ts'
import { t } from '../texts/texts.ts'

/** Asks for confirmation before signing out deletes what was not sent yet. */
export default function SignOutDialog({
  losses: { unsent, begun },
  onLeave,
  onClose,
}: {
  losses: Losses
  onLeave: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      onClose={onClose}
      title={unsent > 0 ? t('Sign out and lose changes?') : t('Sign out and lose what you began?')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('Stay')}
          </Button>
          <Button variant="danger" onClick={onLeave}>
            {t('Sign Out')}
          </Button>
        </>
      }
    >
      {begun && (
        <p className="pb-2">{t('What you began in a form and did not send is removed from this device.')}</p>
      )}
      {unsent > 0 && (
        <p className="pb-2">
          {t(
            '{unsent, plural, one {One change of your contacts and circles is on this device only and not sent yet. Signing out removes it. Go online first to keep it.} other {# changes of your contacts and circles are on this device only and not sent yet. Signing out removes them. Go online first to keep them.}}',
            { unsent },
          )}
        </p>
      )}
    </Dialog>
  )
}
