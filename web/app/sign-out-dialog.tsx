import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Asks before changes that were not sent yet go with the member's data on this device. */
export default function SignOutDialog({
  unsent,
  onLeave,
  onClose,
}: {
  /** How many. */
  unsent: number
  onLeave: () => void
  onClose: () => void
}) {
  const changes = unsent === 1 ? 'One change' : `${unsent} changes`
  return (
    <Dialog
      open
      onClose={onClose}
      title="Sign out and lose changes?"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Stay
          </Button>
          <Button variant="danger" onClick={onLeave}>
            Sign Out
          </Button>
        </>
      }
    >
      <p className="pb-2">
        {changes} of your contacts and circles {unsent === 1 ? 'is' : 'are'} on this device only and not sent
        yet. Signing out removes {unsent === 1 ? 'it' : 'them'}. Go online first to keep{' '}
        {unsent === 1 ? 'it' : 'them'}.
      </p>
    </Dialog>
  )
}
