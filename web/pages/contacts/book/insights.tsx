import { Lightbulb, ShieldAlert, Sparkles } from 'lucide-react'
import { memo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { Finding } from './findings.ts'
import { t } from '../../../texts/texts.ts'

/** Findings of the rules, each with a button that shows the contacts concerned. */
export default memo(function Insights({
  findings,
  onShow,
}: {
  findings: readonly Finding[]
  onShow: (finding: Finding) => void
}) {
  return (
    <Card title={t('AI Insights')}>
      <p className="-mt-3 mb-3 text-sm text-muted">
        {t('Found by rules in your own contacts, on this device.')}
      </p>
      {findings.length === 0 && (
        <EmptyState icon={<Sparkles />} title={t('All in order')}>
          {t('No contact stands twice, and nobody looks like somebody else.')}
        </EmptyState>
      )}
      <ul aria-label={t('Insights')} className="grid divide-y divide-line">
        {findings.map((finding) => (
          <li key={finding.kind} className="flex flex-wrap items-start gap-x-3 gap-y-1 py-3">
            <span aria-hidden="true" className={finding.isAlert ? 'text-warning' : 'text-primary'}>
              {finding.isAlert ? <ShieldAlert className="size-5" /> : <Lightbulb className="size-5" />}
            </span>
            <span className="min-w-40 flex-1">
              <span className="block font-semibold">{finding.title}</span>
              <span className="block text-sm text-muted wrap-anywhere" dir="auto">
                {finding.detail}
              </span>
            </span>
            <Button
              variant="quiet"
              size="sm"
              aria-label={t('Show: {title}', { title: finding.title })}
              onClick={() => onShow(finding)}
            >
              {t('Show')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
})
