import { FormDialog, type FormDialogProps } from './form-dialog.tsx'
import { useAttempt } from './use-attempt.ts'

/** Asks before something is done. A `failure` is said, and logged, when it fails; left out where its call logs it. */
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
