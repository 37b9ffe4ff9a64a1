import { type ReactNode, useId } from 'react'
import { useHoldUpdates } from './updates.ts'
import { useConnectivity } from '../data/connectivity.ts'
import { Button, LeaveButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Problem } from '../ui/problem.tsx'
import { OfflineReason, WaitsReason } from './offline-reason.tsx'
import type { Attempt } from './use-attempt.ts'
import { t } from '../texts/texts.ts'

export interface FormDialogProps {
  title: string
  description?: ReactNode
  size?: 'md' | 'lg'
  /** Label of the button that submits the form. */
  verb: string
  danger?: boolean
  /** Label of the button that closes it. */
  back?: string
  attempt: Pick<Attempt, 'running' | 'problem'>
  /** Heading of the message about a failure. */
  failure?: string | undefined
  /** Offline, the change is queued on the device instead of being refused. */
  waits?: boolean
  /** Why the action is refused offline; null if the content says so. */
  offlineReason?: string | null
  /** Whether the form can be submitted; null: it never can, so the button is left out. */
  ready?: boolean | null
  onSubmit: () => void
  onClose: () => void
  /** See `Dialog`. */
  onLeave?: () => void
  children: ReactNode
}

/** A form for one action. Stays open, with the typed text and the reason, if the action fails. */
export function FormDialog({
  title,
  description,
  size = 'md',
  verb,
  danger = false,
  back = t('Cancel'),
  attempt: { running, problem },
  failure,
  waits = false,
  offlineReason = t('You are offline. This needs a connection.'),
  ready = true,
  onSubmit,
  onClose,
  onLeave = onClose,
  children,
}: FormDialogProps) {
  useHoldUpdates(true)
  const formId = useId()
  const refused = useConnectivity() === 'offline' && !waits
  const disabled = refused || ready !== true
  return (
    <Dialog
      onClose={onClose}
      onLeave={onLeave}
      size={size}
      title={title}
      description={description}
      busy={running}
      footer={
        <>
          {waits && <WaitsReason />}
          {refused && offlineReason !== null && <OfflineReason>{offlineReason}</OfflineReason>}
          <LeaveButton disabled={running} onClick={onClose} label={back} />
          {ready !== null && (
            <Button
              type="submit"
              form={formId}
              variant={danger ? 'danger' : 'primary'}
              busy={running}
              disabled={!running && disabled}
            >
              {verb}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4 pb-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!disabled && !running) onSubmit()
        }}
      >
        <Problem title={failure}>{problem}</Problem>
        {children}
      </form>
    </Dialog>
  )
}
