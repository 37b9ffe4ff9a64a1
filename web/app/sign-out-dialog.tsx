import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { t } from '../texts/texts.ts'

/** Asks for confirmation before signing out deletes changes that were not sent yet. */
export default function SignOutDialog({
  unsent,
  onLeave,
  onClose,
}: {
  /** Number of changes. */
  unsent: number
  onLeave: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      onClose={onClose}
      title={t('Sign out and lose changes?')}
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
      <p className="pb-2">
        {t(
          '{unsent, plural, one {One change of your contacts and circles is on this device only and not sent yet. Signing out removes it. Go online first to keep it.} other {# changes of your contacts and circles are on this device only and not sent yet. Signing out removes them. Go online first to keep them.}}',
          { unsent },
        )}
      </p>
    </Dialog>
  )
}
