import { dollars } from '../../texts/money.ts'
import type { Insight } from '../../../api/contract/device-usage.ts'
import { Banner } from '../../ui/banner.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { applyInsight } from '../devices/changes.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { useSeen } from '../../flow/use-seen.ts'
import { t } from '../../texts/texts.ts'
import { percent } from '../../texts/exact-numbers.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** Review of an insight's change before it is applied; after a failure it stays open and shows the reason. */
export default function ApplyDialog({
  insight,
  onClose,
  onApplied,
}: {
  insight: Insight
  onClose: () => void
  /** `message` describes the applied change. */
  onApplied: (message: string) => void
}) {
  const attempt = useAttempt({ log: t('Failed to apply the optimization') })
  const seen = useSeen(true)
  const { action, potential_savings_cents: savings } = insight
  return (
    <FormDialog
      title={t('Apply Optimization')}
      verb={translateServerText(insight.action_label)}
      attempt={attempt}
      failure={t('It was not applied')}
      ready={seen}
      onSubmit={() => void attempt.run(() => applyInsight(insight.id), onApplied)}
      onClose={onClose}
    >
      <p>{translateServerText(insight.recommendation)}</p>
      <Facts>
        <Fact name={t('Device')}>{insight.device_label}</Fact>
        <Fact name={t('What will be done')}>{translateServerText(insight.action_label)}</Fact>
        {action.kind === 'change_plan' && (
          <Fact name={t('New plan')}>
            {t('{planName}, {monthlyCostCents} a month', {
              planName: action.plan_name,
              monthlyCostCents: dollars(action.monthly_cost_cents),
            })}
          </Fact>
        )}
        {savings > 0 && (
          <Fact name={t('Potential savings')}>{t('{savings} a month', { savings: dollars(savings) })}</Fact>
        )}
        <Fact name={t('Confidence')}>{percent(Math.round(insight.confidence_score * 100))}</Fact>
      </Facts>
      <section aria-labelledby="apply-evidence">
        <h3 id="apply-evidence" className="font-bold">
          {t('What this rests on')}
        </h3>
        <Facts>
          {insight.evidence.map(({ label, value }) => (
            <Fact key={label} name={label}>
              {value}
            </Fact>
          ))}
        </Facts>
      </section>
      {action.kind === 'change_plan' && (
        <Banner tone="warning">
          {t('The change takes effect immediately and may affect your billing.')}
        </Banner>
      )}
    </FormDialog>
  )
}
