import { Plus, Smartphone } from 'lucide-react'
import type { Device } from '../../../api/contract/devices.ts'
import type { CachedView } from '../../data/cached.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { NotYet } from '../../parts/freshness.tsx'
import { type CardActions, DeviceCard } from './device-card.tsx'
import { t } from '../../texts/texts.ts'

/** The tab 'Connected Devices'. */
export function ConnectedDevices({
  view: { value, ...view },
  simulated,
  actions,
  onAdd,
}: {
  view: CachedView<Device[]>
  /** The network is simulated by the sandbox. */
  simulated: boolean
  actions: CardActions
  onAdd: (from: HTMLElement) => void
}) {
  if (value === null) {
    return (
      <NotYet what={t('devices')} {...view}>
        <Skeletons
          count={2}
          each="h-96 w-full rounded-card! max-md:even:hidden"
          className="gap-4 md:grid-cols-2"
        />
      </NotYet>
    )
  }
  if (value.length === 0) {
    return (
      <EmptyState
        icon={<Smartphone />}
        title={t('No devices yet')}
        action={
          <Button icon={<Plus />} onClick={(event) => onAdd(event.currentTarget)}>
            {t('Add Your First eSIM')}
          </Button>
        }
      >
        {t(
          'Add your first eSIM: a number and a data plan for a phone, a tablet, a watch or whatever else needs a network.',
        )}
      </EmptyState>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <ul aria-label={t('Devices')} className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {value.map((device) => (
          <li key={device.id} className="far-from-sight grid [contain-intrinsic-block-size:auto_38rem]">
            <DeviceCard device={device} actions={actions} />
          </li>
        ))}
      </ul>
      {simulated && (
        <p className="text-sm text-muted">
          {t('Simulated network: no real carrier is behind these devices, and their codes install nothing.')}
        </p>
      )}
    </div>
  )
}
