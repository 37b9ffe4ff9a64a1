import { useState } from 'react'
import { clsx } from 'clsx'
import { PLAN_TYPES, type PlanType, type Device } from '../../../../api/contract/devices.ts'
import { useHoldUpdates } from '../../../parts/updates.ts'
import type { CachedView } from '../../../data/cached.ts'
import { useConnectivity } from '../../../data/connectivity.ts'
import type { Plans } from '../../../data/devices.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, LeaveButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { OfflineReason } from '../../../parts/offline-reason.tsx'
import { NotYet } from '../../../parts/freshness.tsx'
import { changePlan } from '../changes.ts'
import { countText, dataText, monthlyCost, voiceText } from '../format.ts'
import { useAttempt } from '../../../parts/use-attempt.ts'
import { deviceName } from '../words.ts'
import { t } from '../../../texts/texts.ts'
import { translateServerText } from '../../../texts/translate-server-text.ts'

/** Prescribed texts: keep them word for word. */
const PLAN_FAILED = t('Failed to update plan. Please try again or contact support.')
const planChanged = (name: string): string =>
  t('Successfully changed to {name}! Your new plan will be reflected in the next billing cycle.', { name })

const priceLine = (plan: string, cents: number | null): string =>
  t('{plan}, {cost}/month', { plan, cost: monthlyCost(cents) })

/** Chooses another plan, confirms and changes it. `suggested` is marked. */
export default function PlanDialog({
  device,
  suggested,
  catalogue,
  onDone,
  onClose,
}: {
  device: Device
  suggested: PlanType | null
  catalogue: CachedView<Plans>
  onDone: (message: string) => void
  onClose: () => void
}) {
  useHoldUpdates(true)
  const [chosen, setChosen] = useState<PlanType | null>(null)
  const { running, problem, run } = useAttempt({ log: t('Plan change failed') })
  const offline = useConnectivity() === 'offline'
  const plans = catalogue.value
  const plan = chosen === null || plans === null ? null : { type: chosen, ...plans[chosen] }
  const confirm = async () => {
    if (plan === null) return
    const { type: plan_type, name: plan_name, monthly_cost_cents } = plan
    await run(
      () => changePlan(device.id, { plan_type, plan_name, monthly_cost_cents }),
      () => onDone(planChanged(plan_name)),
    )
  }
  if (plan !== null) {
    return (
      <Dialog
        onClose={onClose}
        title={t('Confirm Plan Change')}
        step="confirm"
        busy={running}
        footer={
          <>
            {offline && (
              <OfflineReason>{t('You are offline. Changing a plan needs a connection.')}</OfflineReason>
            )}
            <LeaveButton disabled={running} onClick={() => setChosen(null)} label={t('Back')} />
            <Button busy={running} disabled={offline} onClick={() => void confirm()}>
              {t('Change Plan')}
            </Button>
          </>
        }
      >
        <div className="grid gap-4 pb-2">
          <Problem title={PLAN_FAILED}>{problem}</Problem>
          <p>
            {t(
              'Are you sure you want to change to {name}? This change takes effect immediately and may affect your billing.',
              { name: plan.name },
            )}
          </p>
          <Facts>
            <Fact name={t('Device')}>{deviceName(device)}</Fact>
            <Fact name={t('Now')}>{priceLine(device.plan_name, device.monthly_cost_cents)}</Fact>
            <Fact name={t('Then')}>{priceLine(plan.name, plan.monthly_cost_cents)}</Fact>
          </Facts>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={t('Change Service Plan')}
      step="choose"
      description={t('For {device}', { device: deviceName(device) })}
      footer={<LeaveButton onClick={onClose} label={t('Cancel')} />}
    >
      <NotYet what={t('plans')} {...catalogue}>
        <Skeleton className="h-64 w-full" />
      </NotYet>
      {plans !== null && (
        <ul aria-label={t('Plans')} className="grid gap-3 pb-2 sm:grid-cols-2">
          {PLAN_TYPES.map((type) => (
            <li key={type} className="grid">
              <PlanChoice
                plan={plans[type]}
                isCurrent={type === device.plan_type}
                isSuggested={type === suggested}
                onChoose={() => setChosen(type)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function PlanChoice({
  plan,
  isCurrent,
  isSuggested,
  onChoose,
}: {
  plan: Plans[PlanType]
  isCurrent: boolean
  isSuggested: boolean
  onChoose: () => void
}) {
  const { voice_minutes, sms_count, data_mb } = plan.allowances
  return (
    <button
      type="button"
      disabled={isCurrent}
      onClick={onChoose}
      className={clsx(
        'grid content-start gap-2 rounded-control border p-4 text-start transition-colors duration-150',
        isCurrent
          ? 'cursor-not-allowed border-selected chosen'
          : 'border-control bg-surface hover:bg-primary-soft',
      )}
    >
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-bold">{plan.name}</span>
        {isCurrent && <Badge tone="primary">{t('Current Plan')}</Badge>}
        {isSuggested && !isCurrent && <Badge tone="credit">{t('Recommended')}</Badge>}
      </span>
      <span className="text-lg font-bold tabular">
        {monthlyCost(plan.monthly_cost_cents)}
        <span className="text-sm font-medium text-muted">{t('/month')}</span>
      </span>
      <span className="text-sm text-muted">{translateServerText(plan.description)}</span>
      <span className="text-sm tabular">
        {t('Voice {voice_minutes} · SMS {sms_count} · Data {data_mb}', {
          voice_minutes: voiceText(voice_minutes),
          sms_count: countText(sms_count),
          data_mb: dataText(data_mb),
        })}
      </span>
    </button>
  )
}
