import { FormDialog, type FormDialogProps } from './form-dialog.tsx'
import { useAttempt } from './use-attempt.ts'

/** Asks before `change` is made. `failure` is shown and logged if it fails; omit it if the call logs the error. */
export function ConfirmDialog<T>({
  change,
  onDone,
  ...dialog
}: Omit<FormDialogProps, 'attempt' | 'onSubmit'> & {
  change: () => Promise<T>
  onDone: (value: T) => void
}) {
  const attempt = useAttempt({ log: dialog.failure })
  return <FormDialog {...dialog} attempt={attempt} onSubmit={() => void attempt.run(change, onDone)} />
}
