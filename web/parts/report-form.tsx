import { useState } from 'react'
import { CASE_TEXT_MAX } from '../../api/contract/cases.ts'
import { t } from '../texts/texts.ts'
import { Select } from '../ui/select.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'

/** Tells the operator what is wrong, by a reason and in words. `children`: what is said below. */
export function ReportForm<Reason extends string>({
  reasons,
  words,
  first,
  onReport,
  children,
  ...dialog
}: Pick<FormDialogProps, 'title' | 'description' | 'attempt' | 'onClose'> & {
  reasons: readonly Reason[]
  /** The reason that is chosen at first. */
  first: Reason
  words: Readonly<Record<Reason, string>>
  onReport: (reason: Reason, details: string) => void
  children?: FormDialogProps['children']
}) {
  const [reason, setReason] = useState(first)
  const [details, setDetails] = useState('')
  return (
    <FormDialog
      {...dialog}
      verb={t('Report')}
      ready={details.trim() !== ''}
      onSubmit={() => onReport(reason, details)}
    >
      <Select
        label={t('What is wrong')}
        options={reasons.map((value) => ({ value, label: words[value] }))}
        value={reason}
        onChoose={setReason}
      />
      <TextArea
        label={t('What happened')}
        text={details}
        limit={CASE_TEXT_MAX}
        value={details}
        onChange={(event) => setDetails(event.currentTarget.value)}
      />
      {children}
    </FormDialog>
  )
}
