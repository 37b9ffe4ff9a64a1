import type { ReactNode } from 'react'
import {
  DEVICE_LABEL_MAX,
  DEVICE_LABEL_MISSING,
  DEVICE_TYPES,
  PLAN_TYPES,
  type Subscriber,
} from '../../../../api/contract/devices.ts'
import type { CachedView } from '../../../data/cached.ts'
import type { Plans } from '../../../data/devices.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { NotYet } from '../../../parts/freshness.tsx'
import { countText, dataText, monthlyCost, voiceText } from '../format.ts'
import { SettingsFields } from '../settings-fields.tsx'
import { TYPE_LABELS } from '../words.ts'
import type { Problem } from './machine.ts'
import { type AddValues, withDeviceType } from './values.ts'
import { t } from '../../../texts/texts.ts'
import { translateServerText } from '../../../texts/translate-server-text.ts'

/** All fields of a new device; choosing its type sets the plan and some settings. */
export function AddForm({
  draft,
  problem,
  disabled,
  catalogue,
  subscriber,
  onChange,
}: {
  draft: AddValues
  problem: Problem | null
  disabled: boolean
  catalogue: CachedView<Plans>
  subscriber: Subscriber | null
  onChange: (draft: AddValues) => void
}) {
  const errors = problem?.fields ?? {}
  const blank = draft.device_label.trim() === ''
  const infoField = (name: keyof AddValues['device_info'], label: string) => (
    <TextField
      label={label}
      maxLength={80}
      autoComplete="off"
      value={draft.device_info[name]}
      disabled={disabled}
      error={errors[`device_info.${name}`]}
      onChange={(event) =>
        onChange({ ...draft, device_info: { ...draft.device_info, [name]: event.target.value } })
      }
    />
  )
  return (
    <>
      <Part title={t('Device')}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label={t('Device Label')}
            required
            maxLength={DEVICE_LABEL_MAX}
            autoComplete="off"
            value={draft.device_label}
            disabled={disabled}
            error={blank ? DEVICE_LABEL_MISSING : errors['device_label']}
            onChange={(event) => onChange({ ...draft, device_label: event.target.value })}
          />
          <Select
            label={t('Device Type')}
            hint={t('The plan and the settings below follow the type.')}
            options={DEVICE_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }))}
            value={draft.device_type}
            disabled={disabled}
            onChoose={(type) => onChange(withDeviceType(draft, type))}
          />
          {infoField('model', t('Model'))}
          {infoField('manufacturer', t('Manufacturer'))}
          {infoField('os_version', t('OS Version'))}
        </div>
        <SandboxLabels subscriber={subscriber} />
      </Part>
      <Part title={t('Service Plan')}>
        <PlanSelect draft={draft} disabled={disabled} catalogue={catalogue} onChange={onChange} />
      </Part>
      <Part title={t('Settings')}>
        <SettingsFields
          config={draft.device_config}
          errors={{ device_nickname: errors['device_config.device_nickname'] }}
          disabled={disabled}
          onChange={(change) => onChange({ ...draft, device_config: { ...draft.device_config, ...change } })}
        />
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-bold">{title}</legend>
      {children}
    </fieldset>
  )
}

function PlanSelect({
  draft,
  disabled,
  catalogue: { value: plans, ...view },
  onChange,
}: {
  draft: AddValues
  disabled: boolean
  catalogue: CachedView<Plans>
  onChange: (draft: AddValues) => void
}) {
  if (plans === null) {
    return (
      <NotYet what={t('plans')} {...view}>
        <Skeleton className="h-20 w-full" />
      </NotYet>
    )
  }
  const { description, allowances } = plans[draft.plan_type]
  return (
    <Select
      label={t('Plan')}
      hint={
        <>
          {t('{description} Voice {voiceMinutes} · SMS {smsCount} · Data {dataMb}.', {
            description: translateServerText(description),
            voiceMinutes: voiceText(allowances.voice_minutes),
            smsCount: countText(allowances.sms_count),
            dataMb: dataText(allowances.data_mb),
          })}
        </>
      }
      options={PLAN_TYPES.map((value) => ({
        value,
        label: t('{name} — {monthlyCostCents}/month', {
          name: plans[value].name,
          monthlyCostCents: monthlyCost(plans[value].monthly_cost_cents),
        }),
      }))}
      value={draft.plan_type}
      disabled={disabled}
      onChoose={(plan_type) => onChange({ ...draft, plan_type })}
    />
  )
}

/** Sandbox only: states that the network is simulated, and lists the device labels that decide an order's outcome. */
function SandboxLabels({ subscriber }: { subscriber: Subscriber | null }) {
  if (subscriber === null || !subscriber.sandbox) return null
  return (
    <Banner title={t('Simulated network')}>
      <span>{t('No real carrier is behind this installation.')}</span>
      {subscriber.test_labels.length > 0 && (
        <details>
          <summary className="min-h-11 py-2.5 text-sm font-semibold text-link">
            {t('Labels that decide what becomes of an order')}
          </summary>
          <ul className="grid gap-0.5">
            {subscriber.test_labels.map(({ label, outcome }) => (
              <li key={label}>
                <span className="font-semibold">{label}</span>: {outcome}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Banner>
  )
}
