import { dollars } from '../../texts/money.ts'
import { Lightbulb } from 'lucide-react'
import type { Insight } from '../../../api/contract/device-usage.ts'
import type { CachedView } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import type { Insights } from '../../data/devices.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { NotYet } from '../../parts/freshness.tsx'
import { confidencePercent, confidenceTone, evidenceText } from './format.ts'
import { INSIGHT_LABELS } from './words.ts'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

export interface InsightActions {
  /** Id of the insight that is being applied or dismissed; others are disabled meanwhile. */
  readonly answering: string | null
  readonly onApply: (insight: Insight, from: HTMLElement) => void
  readonly onDismiss: (insight: Insight) => void
}

/** The tab 'AI Insights'. It states that its recommendations come from rules and forecasts. */
export default function InsightList({
  view: { value, ...view },
  actions,
}: {
  view: CachedView<Insights>
  actions: InsightActions
}) {
  if (value === null) {
    return (
      <NotYet what={t('insights')} {...view}>
        <Skeletons
          count={2}
          each="h-64 w-full rounded-card! max-md:even:hidden"
          className="gap-4 md:grid-cols-2"
        />
      </NotYet>
    )
  }
  const { insights, not_enough_data: tooNew } = value
  return (
    <div className="grid grid-cols-1 gap-4">
      {insights.length === 0 ? (
        <EmptyState icon={<Lightbulb />} title={t('AI analysis in progress')}>
          {t(
            'Recommendations show here once your usage says enough. They come from fixed rules and forecasts over your own usage.',
          )}
        </EmptyState>
      ) : (
        <>
          <p className="text-sm text-muted">
            {t('Recommendations come from fixed rules and forecasts over your own usage.')}
          </p>
          <ul aria-label={t('Insights')} className="grid grid-cols-1 gap-4 md:grid-cols-2">
            {insights.map((insight) => (
              <li key={insight.id} className="grid">
                <InsightCard insight={insight} actions={actions} />
              </li>
            ))}
          </ul>
        </>
      )}
      {tooNew.length > 0 && (
        <ul aria-label={t('Not enough data yet')} className="grid gap-1 text-sm text-muted">
          {tooNew.map(({ device_id, device_label, days_missing }) => (
            <li key={device_id}>
              {t(
                '{device_label}: not enough data yet, {days_missing} more {days_missing, plural, one {day} other {days}} of usage needed.',
                { device_label, days_missing },
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function InsightCard({ insight, actions }: { insight: Insight; actions: InsightActions }) {
  const offline = useConnectivity() === 'offline'
  const { confidence_score: score, potential_savings_cents: savings } = insight
  const busy = actions.answering === insight.id
  const what = (
    <VisuallyHidden>
      {' '}
      {t('{insightType} for {deviceLabel}', {
        insightType: INSIGHT_LABELS[insight.insight_type],
        deviceLabel: insight.device_label,
      })}
    </VisuallyHidden>
  )
  return (
    <article
      aria-label={`${INSIGHT_LABELS[insight.insight_type]}: ${insight.device_label}`}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-5 shadow-card"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-bold">{INSIGHT_LABELS[insight.insight_type]}</h2>
        <Badge tone={confidenceTone(score)}>
          {t('{score}% confidence', { score: confidencePercent(score) })}
        </Badge>
      </div>
      <p className="text-sm text-muted wrap-anywhere">{insight.device_label}</p>
      <p>{translateServerText(insight.recommendation)}</p>
      {savings > 0 && (
        <p className="font-semibold text-credit tabular">
          {t('Potential savings: {savings}/month', { savings: dollars(savings) })}
        </p>
      )}
      <details>
        <summary className="min-h-11 py-2.5 text-sm font-semibold text-link">
          {t('What this rests on')}
        </summary>
        <Facts>
          {insight.evidence.map(({ label, value }) => (
            <Fact key={label} name={evidenceText(label)}>
              {evidenceText(value)}
            </Fact>
          ))}
        </Facts>
      </details>
      <p className="mt-auto text-sm text-muted">
        {t('Applying: {actionLabel}', { actionLabel: translateServerText(insight.action_label) })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={busy}
          disabled={offline}
          onClick={(event) => actions.onApply(insight, event.currentTarget)}
        >
          {t('Apply Now')}
          {what}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          busy={busy}
          disabled={offline}
          onClick={() => actions.onDismiss(insight)}
        >
          {t('Dismiss')}
          {what}
        </Button>
      </div>
    </article>
  )
}
