import { TriangleAlert } from 'lucide-react'
import { ReportReason } from '../../../../api/contract/cases.ts'
import type { Movement } from '../../../../api/contract/movements.ts'
import { movementOf, reportMovement } from '../../../data/movements.ts'
import { refreshDocument } from '../../../data/refresh.ts'
import { CaseThread } from '../../../parts/case-thread.tsx'
import { REPORT_REASONS } from '../../../parts/case-words.ts'
import { ReportForm } from '../../../parts/report-form.tsx'
import { Link } from '../../../parts/router.ts'
import { useAttempt } from '../../../parts/use-attempt.ts'
import { useOpened } from '../../../parts/use-opened.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { longDate } from '../../../ui/time-format.ts'
import { t } from '../../../texts/texts.ts'

/** Says that something is wrong with a movement, or that it was said. */
export function Wrong({ movement: { id, report } }: { movement: Movement }) {
  const { what, open, close } = useOpened<'report'>()
  return (
    <div className="grid justify-items-start gap-2 print:hidden">
      {report !== null && (
        <Banner
          tone="warning"
          title={t('You reported this on {day}', { day: longDate(Date.parse(report.reported_at)) })}
        >
          {report.case === undefined ? (
            t('“{details}” It is kept for the operator of Youtility.', { details: report.details })
          ) : (
            <CaseThread shown={report.case} onAdded={() => refreshDocument(movementOf(id))} />
          )}
        </Banner>
      )}
      {report === null && (
        <Button
          variant="quiet"
          className="-ms-4"
          icon={<TriangleAlert />}
          onClick={(event) => open('report', event.currentTarget)}
        >
          {t('Something is wrong')}
        </Button>
      )}
      <Link to="/help#rights" className="link inline-block py-1 text-sm">
        {t('Errors, and your rights')}
      </Link>
      {what !== null && <ReportDialog id={id} onClose={close} />}
    </div>
  )
}

function ReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const attempt = useAttempt()
  return (
    <ReportForm
      title={t('Something is wrong')}
      description={t('The operator looks into it and answers here. The money stays where it is.')}
      attempt={attempt}
      reasons={ReportReason.options}
      first="not_mine"
      words={REPORT_REASONS}
      onReport={(reason, details) => void attempt.run(() => reportMovement(id, reason, details), onClose)}
      onClose={onClose}
    />
  )
}
