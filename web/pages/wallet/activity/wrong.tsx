import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { type Movement, REPORT_MAX, ReportReason } from '../../../../api/contract/movements.ts'
import { reportMovement } from '../../../data/movements.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { useAttempt } from '../../../parts/use-attempt.ts'
import { useOpened } from '../../../parts/use-opened.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { longDate } from '../../../ui/time-format.ts'
import { t } from '../../../texts/texts.ts'

const REASONS: Readonly<Record<ReportReason, string>> = {
  not_mine: t('It was not me'),
  wrong_amount: t('The amount is wrong'),
  wrong_person: t('It went to the wrong person'),
  not_arrived: t('It did not arrive'),
  other: t('Something else'),
}

/** Says that something is wrong with a movement, or that it was said. */
export function Wrong({ movement: { id, report } }: { movement: Movement }) {
  const { what, open, close } = useOpened<'report'>()
  return (
    <div className="print:hidden">
      {report !== null && (
        <Banner
          tone="warning"
          title={t('You reported this on {day}', { day: longDate(Date.parse(report.reported_at)) })}
        >
          {t('“{details}” It is kept for the operator of Youtility.', { details: report.details })}
        </Banner>
      )}
      <Button
        variant="quiet"
        icon={<TriangleAlert />}
        onClick={(event) => open('report', event.currentTarget)}
      >
        {report === null ? t('Something is wrong') : t('Change the report')}
      </Button>
      {what !== null && <ReportDialog id={id} report={report} onClose={close} />}
    </div>
  )
}

function ReportDialog({
  id,
  report,
  onClose,
}: {
  id: string
  report: Movement['report']
  onClose: () => void
}) {
  const [reason, setReason] = useState<ReportReason>(
    ReportReason.safeParse(report?.reason).data ?? 'not_mine',
  )
  const [details, setDetails] = useState(report?.details ?? '')
  const attempt = useAttempt()
  return (
    <FormDialog
      title={t('Something is wrong')}
      description={t('What you write is kept with this movement. The money stays where it is.')}
      verb={t('Report')}
      attempt={attempt}
      ready={details.trim() !== ''}
      onSubmit={() => void attempt.run(() => reportMovement(id, reason, details), onClose)}
      onClose={onClose}
    >
      <Select
        label={t('What is wrong')}
        options={ReportReason.options.map((value) => ({ value, label: REASONS[value] }))}
        value={reason}
        onChoose={setReason}
      />
      <TextArea
        label={t('What happened')}
        text={details}
        limit={REPORT_MAX}
        value={details}
        onChange={(event) => setDetails(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
