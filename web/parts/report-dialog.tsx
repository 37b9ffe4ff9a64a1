import { MemberReason } from '../../api/contract/cases.ts'
import { type Person, personText } from '../../api/contract/person.ts'
import { reportMember } from '../data/cases.ts'
import { t } from '../texts/texts.ts'
import { useToast } from '../ui/toast.tsx'
import { MEMBER_REASONS, stateText } from './case-words.ts'
import { ReportForm } from './report-form.tsx'
import { useAttempt } from './use-attempt.ts'

/** Reports a member to the operator. */
export default function ReportDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const attempt = useAttempt({ log: t('The report could not be sent') })
  const toast = useToast()
  return (
    <ReportForm
      title={t('Report {name}', { name: personText(person) })}
      description={t('Only the operator of Youtility reads this. They are not told.')}
      attempt={attempt}
      reasons={MemberReason.options}
      first="impersonation"
      words={MEMBER_REASONS}
      onReport={(reason, details) =>
        void attempt.run(
          () => reportMember(person.handle, reason, details),
          (opened) => {
            toast({
              tone: 'credit',
              title: t('Reported as case {number}.', opened),
              detail: stateText(opened),
            })
            onClose()
          },
        )
      }
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t('You find the answer in Help, and get a notification.')}</p>
    </ReportForm>
  )
}
