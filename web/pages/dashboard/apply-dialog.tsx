import { dollars } from '../../../api/contract/money.ts'
import type { Insight } from '../../../api/contract/device-usage.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { applyInsight } from '../devices/changes.ts'
import { useAttempt } from '../../parts/use-attempt.ts'
import { OfflineReason } from '../../flow/offline-reason.tsx'
import { useSeen } from '../../flow/use-seen.ts'

/** Reviews what an insight would change before it does; stays open with the reason when it fails. */
export default function ApplyDialog({
  insight,
  onClose,
  onApplied,
}: {
  insight: Insight
  onClose: () => void
  /** `message`: what was done, in a sentence. */
  onApplied: (message: string) => void
}) {
  const offline = useConnectivity() === 'offline'
  const attempt = useAttempt('Failed to apply the optimization')
  const seen = useSeen(true)
  const { action, potential_savings_cents: savings } = insight
  return (
    <Dialog
      open
      onClose={onClose}
      title="Apply Optimization"
      busy={attempt.running}
      footer={
        <>
          {offline && <OfflineReason>You are offline. This needs a connection.</OfflineReason>}
          <Button variant="secondary" disabled={attempt.running} onClick={onClose}>
            Cancel
          </Button>
          <Button
            busy={attempt.running}
            disabled={!attempt.running && (offline || !seen)}
            onClick={() => void attempt.run(() => applyInsight(insight.id), onApplied)}
          >
            {insight.action_label}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 pb-2">
        {attempt.problem !== null && (
          <Banner tone="debit" live="alert" title="It was not applied">
            {attempt.problem}
          </Banner>
        )}
        <p>{insight.recommendation}</p>
        <Facts>
          <Fact name="Device">{insight.device_label}</Fact>
          <Fact name="What will be done">{insight.action_label}</Fact>
          {action.kind === 'change_plan' && (
            <Fact name="New plan">
              {action.plan_name}, {dollars(action.monthly_cost_cents)} a month
            </Fact>
          )}
          {savings > 0 && <Fact name="Potential savings">{dollars(savings)} a month</Fact>}
          <Fact name="Confidence">{Math.round(insight.confidence_score * 100)}%</Fact>
        </Facts>
        <section aria-labelledby="apply-evidence">
          <h3 id="apply-evidence" className="font-bold">
            What this rests on
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
          <Banner tone="warning">The change takes effect immediately and may affect your billing.</Banner>
        )}
      </div>
    </Dialog>
  )
}
