import { Pencil, QrCode, Trash2 } from 'lucide-react'
import type { Device } from '../../../api/contract/devices.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { LineAction } from './changes.ts'
import type { Dialogs } from './dialog-kinds.ts'
import { countText, dataText, monthlyCost, voiceText } from './format.ts'
import { LINE_LABELS, lineActionsOf } from './line-actions.ts'
import { TypeIcon } from './type-icon.tsx'
import { ACTIVATION_TIME, deviceName, NOT_ASSIGNED, statusLook, TYPE_LABELS } from './words.ts'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** Actions of a device card; `from` gets the focus back when a dialog closes. */
export interface CardActions {
  readonly open: Dialogs['open']
  readonly onLine: (device: Device, action: LineAction, from: HTMLElement) => void
  readonly onDiagnose: () => void
  readonly onActivity: () => void
}

export function DeviceCard({ device, actions }: { device: Device; actions: CardActions }) {
  const offline = useConnectivity() === 'offline'
  const { open } = actions
  const name = deviceName(device)
  const whose = <VisuallyHidden> {t('of {name}', { name })}</VisuallyHidden>
  return (
    <article
      aria-label={name}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex items-start gap-3">
        <TypeIcon type={device.device_type} />
        <div className="min-w-0 flex-1">
          <h2 className="leading-snug font-bold wrap-anywhere">{name}</h2>
          <p className="text-sm text-muted">{TYPE_LABELS[device.device_type]}</p>
        </div>
        <Menu
          label={t('More options for {name}', { name })}
          items={[
            ...lineActionsOf(device).map((action) => ({
              label: LINE_LABELS[action],
              disabled: offline,
              onSelect: (from: HTMLElement) => actions.onLine(device, action, from),
            })),
            {
              label: t('Run diagnostics'),
              disabled: offline || device.status !== 'active',
              onSelect: actions.onDiagnose,
            },
            { label: t('Show activity'), onSelect: actions.onActivity },
          ]}
        />
      </div>
      <Status device={device} />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-[0.9375rem]">
        <Detail name={t('Phone Number')}>{device.msisdn ?? NOT_ASSIGNED}</Detail>
        <Detail name={t('Model')}>{device.device_info.model}</Detail>
        <Detail name={t('ICCID')} wide>
          <span className="font-mono text-sm">{device.iccid ?? NOT_ASSIGNED}</span>
        </Detail>
        <Detail name={t('Profile ID')} wide>
          <span className="font-mono text-sm">{device.profile_id}</span>
        </Detail>
        <Detail name={t('Plan')}>{device.plan_name}</Detail>
        <Detail name={t('Monthly Cost')}>{monthlyCost(device.monthly_cost_cents)}</Detail>
        <Detail name={t('Plan Allowances')} wide>
          <ul className="flex flex-wrap gap-x-3 gap-y-1">
            <Allowance name={t('Voice')}>{voiceText(device.allowances.voice_minutes)}</Allowance>
            <Allowance name="SMS">{countText(device.allowances.sms_count)}</Allowance>
            <Allowance name={t('Data')}>{dataText(device.allowances.data_mb)}</Allowance>
          </ul>
        </Detail>
      </dl>
      <div className="mt-auto flex flex-wrap items-center gap-2">
        <Button
          variant="secondary"
          size="sm"
          icon={<QrCode />}
          disabled={offline}
          onClick={(event) => open({ kind: 'qr', device }, event.currentTarget)}
        >
          {t('View QR Code')}
          {whose}
        </Button>
        {device.plan_name !== '' && device.status !== 'inactive' && device.status !== 'failed' && (
          <Button
            variant="secondary"
            size="sm"
            disabled={offline}
            onClick={(event) => open({ kind: 'plan', device, suggested: null }, event.currentTarget)}
          >
            {t('Change Plan')}
            {whose}
          </Button>
        )}
        <span className="ms-auto flex">
          <IconButton
            label={t('Edit {name}', { name })}
            icon={<Pencil className="size-4.5!" />}
            disabled={offline}
            onClick={(event) => open({ kind: 'edit', device }, event.currentTarget)}
          />
          <IconButton
            label={t('Delete {name}', { name })}
            icon={<Trash2 className="size-4.5!" />}
            disabled={offline}
            onClick={(event) => open({ kind: 'delete', device }, event.currentTarget)}
          />
        </span>
      </div>
    </article>
  )
}

const PENDING_WORDS = {
  active: t('Resuming…'),
  suspended: t('Suspending…'),
  unfamiliar: t('Changing…'),
} as const

function Status({ device: { status, pending, failure } }: { device: Device }) {
  const { text, tone } = statusLook(status)
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Badge tone={tone}>{text}</Badge>
        {status === 'provisioning' && (
          <span className="inline-flex items-center gap-1.5">
            <Spinner className="text-xs" />
            {ACTIVATION_TIME}
          </span>
        )}
        {status !== 'provisioning' && pending !== null && (
          <span className="inline-flex items-center gap-1.5">
            <Spinner className="text-xs" />
            {PENDING_WORDS[pending]}
          </span>
        )}
      </div>
      {failure !== null && (
        <Banner tone="debit" title={t('The activation failed')}>
          {translateServerText(failure.message)}
        </Banner>
      )}
    </div>
  )
}

function Detail({
  name,
  wide = false,
  children,
}: {
  name: string
  wide?: boolean
  children: React.ReactNode
}) {
  return (
    <div className={wide ? 'col-span-2 min-w-0' : 'min-w-0'}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-medium wrap-anywhere tabular">{children}</dd>
    </div>
  )
}

function Allowance({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <li className="rounded-md bg-sunken px-2 py-1 text-sm">
      <span className="text-muted">{name}</span> <span>{children}</span>
    </li>
  )
}
