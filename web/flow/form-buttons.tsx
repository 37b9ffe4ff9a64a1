import { Button, LeaveButton } from '../ui/button.tsx'
import { t } from '../texts/texts.ts'

/** The buttons of a form: one that leads out of it, and one that submits it. Their keys: see `FlowButtons`. */
export function FormButtons({
  back = t('Back'),
  onBack,
  formId,
  submit = t('Continue'),
  busy = false,
  disabled,
}: {
  back?: string
  onBack: () => void
  formId: string
  submit?: string
  busy?: boolean
  disabled: boolean
}) {
  return (
    <>
      <LeaveButton key="back" onClick={onBack} label={back} />
      <Button key={submit} type="submit" form={formId} busy={busy} disabled={disabled}>
        {submit}
      </Button>
    </>
  )
}
