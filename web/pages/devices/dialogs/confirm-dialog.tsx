import type { ReactNode } from 'react'
import { useHoldUpdates } from '../../../app/updates.ts'
import { useConnectivity } from '../../../data/connectivity.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { OfflineReason } from '../../../flow/offline-reason.tsx'
import { useAttempt } from '../use-attempt.ts'

/** Asks before something is done; stays open with the reason when that fails. */
export function ConfirmDialog({
  title,
  verb,
  danger = false,
  failure,
  change,
  onDone,
  onClose,
  children,
}: {
  title: string
  /** On the button. */
  verb: string
  danger?: boolean
  /** Said, and logged, when it fails. */
  failure: string
  /** Does it; resolves with a sentence about what was done. */
  change: () => Promise<string>
  onDone: (message: string) => void
  onClose: () => void
  children: ReactNode
}) {
  useHoldUpdates(true)
  const { running, problem, run } = useAttempt(failure)
  const offline = useConnectivity() === 'offline'
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      busy={running}
      footer={
        <>
          {offline && <OfflineReason>You are offline. This needs a connection.</OfflineReason>}
          <Button variant="secondary" disabled={running} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={running}
            disabled={offline}
            onClick={() => void run(change, onDone)}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 pb-2">
        {problem !== null && (
          <Banner tone="debit" live="alert" title={failure}>
            {problem}
          </Banner>
        )}
        {children}
      </div>
    </Dialog>
  )
}
