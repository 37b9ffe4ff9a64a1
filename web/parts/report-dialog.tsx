import { useState } from 'react'
import { CASE_TEXT_MAX, MemberReason } from '../../api/contract/cases.ts'
import { type Person, personText } from '../../api/contract/person.ts'
import { reportMember } from '../data/cases.ts'
import { t } from '../texts/texts.ts'
import { Select } from '../ui/select.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { useToast } from '../ui/toast.tsx'
import { MEMBER_REASONS, stateText } from './case-words.ts'
import { FormDialog } from './form-dialog.tsx'
import { useAttempt } from './use-attempt.ts'

/** Reports a member to the operator. */
export default function ReportDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const [reason, setReason] = useState<MemberReason>('impersonation')
  const [details, setDetails] = useState('')
  const attempt = useAttempt({ log: t('The report could not be sent') })
  const toast = useToast()
  const submit = () =>
    void attempt.run(
      () => reportMember(person.handle, reason, details),
      (opened) => {
        toast({ tone: 'credit', title: t('Reported as case {number}.', opened), detail: stateText(opened) })
        onClose()
      },
    )
  return (
    <FormDialog
      title={t('Report {name}', { name: personText(person) })}
      description={t('Only the operator of Youtility reads this. They are not told.')}
      verb={t('Report')}
      attempt={attempt}
      ready={details.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={t('What is wrong')}
        options={MemberReason.options.map((value) => ({ value, label: MEMBER_REASONS[value] }))}
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
      <p className="text-sm text-muted">{t('You find the answer in Help, and get a notice.')}</p>
    </FormDialog>
  )
}
