import type { ReactNode } from 'react'
import { useHoldUpdates } from './updates.ts'
import { useConnectivity } from '../data/connectivity.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { OfflineReason } from './offline-reason.tsx'
import { useAttempt } from './use-attempt.ts'
import { t } from '../texts/texts.ts'

/** Asks before something is done; stays open with the reason when that fails. */
export function ConfirmDialog<T>({
  title,
  verb,
  danger = false,
  failure,
  waits = false,
  change,
  onDone,
  onClose,
  children,
}: {
  title: string
  /** On the button. */
  verb: string
  danger?: boolean
  /** Said, and logged, when it fails; left out where its call logs it. */
  failure?: string
  /** Without a connection it waits on the device instead of being refused. */
  waits?: boolean
  change: () => Promise<T>
  onDone: (value: T) => void
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
          {offline && (
            <OfflineReason>
              {waits
                ? t('You are offline. Your change waits on this device and is sent when you are back.')
                : t('You are offline. This needs a connection.')}
            </OfflineReason>
          )}
          <Button variant="secondary" disabled={running} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={running}
            disabled={offline && !waits}
            onClick={() => void run(change, onDone)}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 pb-2">
        {problem !== null && (
          <Banner tone="debit" live="alert" {...(failure === undefined ? {} : { title: failure })}>
            {problem}
          </Banner>
        )}
        {children}
      </div>
    </Dialog>
  )
}
