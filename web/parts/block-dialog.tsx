import { lazy, Suspense, useState } from 'react'
import { type Person, personText } from '../../api/contract/person.ts'
import { blockMember } from '../data/blocked.ts'
import { t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

const ReportDialog = lazy(() => import('./report-dialog.tsx'))

/** Asks before a member is blocked, and says what that does; they can be reported instead. */
export default function BlockDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const toast = useToast()
  const name = personText(person)
  const [reporting, setReporting] = useState(false)
  if (reporting)
    return (
      <Suspense fallback={null}>
        <ReportDialog person={person} onClose={onClose} />
      </Suspense>
    )
  return (
    <ConfirmDialog
      title={t('Block {name}?', { name })}
      verb={t('Block')}
      danger
      failure={t('The member could not be blocked')}
      change={() => blockMember(person.handle)}
      onDone={() => {
        toast({ tone: 'credit', title: t('{name} is blocked.', { name }) })
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        {t(
          'They can no longer find you, send you money or ask you for any, and their open requests are hidden. They are not told.',
        )}
      </p>
      <p className="text-sm text-muted">{t('You can unblock them in your profile.')}</p>
      <Button
        variant="quiet"
        size="sm"
        className="-ms-3 justify-self-start"
        onClick={() => setReporting(true)}
      >
        {t('Report to the operator instead')}
      </Button>
    </ConfirmDialog>
  )
}
