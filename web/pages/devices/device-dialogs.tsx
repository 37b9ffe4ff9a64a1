import { lazy } from 'react'
import type { Insight } from '../../../api/contract/device-usage.ts'
import type { Device } from '../../../api/contract/devices.ts'
import type { CachedView } from '../../data/cached.ts'
import type { Plans } from '../../data/devices.ts'
import { act, applyInsight, deleteDevice } from './changes.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { lineDone } from './line-actions.ts'
import type { Tell } from './outcome-banner.tsx'
import type { Dialogs } from './dialog-kinds.ts'
import { deviceName } from './words.ts'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

const QrDialog = lazy(() => import('./dialogs/qr-dialog.tsx'))
const EditDialog = lazy(() => import('./dialogs/edit-dialog.tsx'))
const PlanDialog = lazy(() => import('./dialogs/plan-dialog.tsx'))

/** The open dialog for a device or insight. */
export default function DeviceDialogs({
  dialogs: { what: dialog, close, closeForGood },
  devices,
  catalogue,
  tell,
}: {
  dialogs: Dialogs
  devices: readonly Device[]
  catalogue: CachedView<Plans>
  tell: Tell
}) {
  if (dialog === null) return null
  const done = (title: string) => {
    close()
    tell({ tone: 'credit', title })
  }
  if (dialog.kind === 'apply') {
    const { insight } = dialog
    return <ApplyDialog insight={insight} onDone={done} onClose={close} />
  }
  // The current device; if it has left the list since, the one that the dialog opened with.
  const device = devices.find(({ id }) => id === dialog.device.id) ?? dialog.device
  const name = deviceName(device)
  switch (dialog.kind) {
    case 'qr':
      return <QrDialog device={device} onClose={close} />
    case 'edit':
      return <EditDialog device={device} onDone={done} onClose={close} />
    case 'plan':
      return (
        <PlanDialog
          device={device}
          suggested={dialog.suggested}
          catalogue={catalogue}
          onDone={done}
          onClose={close}
        />
      )
    case 'delete':
      return (
        <ConfirmDialog
          title={t('Delete Device')}
          verb={t('Delete Device')}
          danger
          failure={t('The device was not deleted')}
          change={async () => {
            await deleteDevice(device.id)
            return t('{name} was deleted.', { name })
          }}
          onDone={(title) => {
            closeForGood()
            tell({ tone: 'credit', title })
          }}
          onClose={close}
        >
          <p>{t('Are you sure you want to delete {name}?', { name })}</p>
          <p className="text-muted">
            {t('Its line ends at once and its number {msisdn} is given back. This cannot be undone.', {
              msisdn: device.msisdn,
            })}
          </p>
        </ConfirmDialog>
      )
    case 'suspend':
      return (
        <ConfirmDialog
          title={t('Suspend Device')}
          verb={t('Suspend')}
          failure={t('The device was not suspended')}
          change={async () => {
            await act(device.id, 'suspend')
            return lineDone('suspend', name)
          }}
          onDone={done}
          onClose={close}
        >
          <p>{t('Are you sure you want to suspend {name}?', { name })}</p>
          <p className="text-muted">
            {t('It has no calls, messages or data until you resume it. Its plan goes on and is billed.')}
          </p>
        </ConfirmDialog>
      )
    default:
      return dialog satisfies never
  }
}

function ApplyDialog({
  insight,
  onDone,
  onClose,
}: {
  insight: Insight
  onDone: (title: string) => void
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      title={translateServerText(insight.action_label)}
      verb={t('Apply Now')}
      failure={t('The recommendation was not applied')}
      change={() => applyInsight(insight.id)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{translateServerText(insight.recommendation)}</p>
      <p className="text-muted">
        {t('This is done at once for {deviceLabel}. You can change it back from the device’s card.', {
          deviceLabel: insight.device_label,
        })}
      </p>
    </ConfirmDialog>
  )
}
