import { Plus, Smartphone } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { useStore } from 'zustand'
import type { CurrentUser } from '../../api/contract/session.ts'
import { figuresOf, useCached } from '../data/cached.ts'
import { useConnectivity } from '../data/connectivity.ts'
import { currentUsage, insights, plans, profiles, subscriber } from '../data/devices.ts'
import { Button } from '../ui/button.tsx'
import { RefreshFailed } from '../parts/freshness.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { MembersOnly } from '../parts/members-only.tsx'
import { OfferedDraft } from '../parts/offered-draft.tsx'
import { useAddress } from '../parts/use-address.ts'
import { useOpened } from '../parts/use-opened.ts'
import { useFlow } from '../flow/flow-place.tsx'
import { useConcluded } from '../flow/use-concluded.ts'
import { addFlowOf } from './devices/add/flow.ts'
import { ADD_DEFAULTS } from './devices/add/values.ts'
import { DeviceTabs } from './devices/device-tabs.tsx'
import type { DeviceDialog } from './devices/dialog-kinds.ts'
import { OutcomeBanner, useOutcome } from './devices/outcome-banner.tsx'
import { Summary } from './devices/summary.tsx'
import { useDiagnostics } from './devices/use-diagnostics.ts'
import { useStateWatch } from './devices/use-state-watch.ts'
import { ACTIVATION_TIME, deviceName } from './devices/words.ts'
import { t } from '../texts/texts.ts'

const DeviceDialogs = lazy(() => import('./devices/device-dialogs.tsx'))
const AddDialog = lazy(() => import('./devices/add/add-dialog.tsx'))

export default function DevicesPage() {
  return (
    <MembersOnly icon={<Smartphone />} title={t('Please sign in to see your devices')}>
      {(user) => <MembersDevices user={user} />}
    </MembersOnly>
  )
}

function MembersDevices({ user }: { user: CurrentUser }) {
  const devices = useCached(profiles)
  const catalogue = useCached(plans)
  const usage = useCached(currentUsage)
  const account = useCached(subscriber)
  const recommended = useCached(insights)
  const offline = useConnectivity() === 'offline'
  const heading = useRef<HTMLHeadingElement>(null)
  const { outcome, tell, dismiss } = useOutcome()
  const network = useDiagnostics(account.value)
  const dialogs = useOpened<DeviceDialog>(heading)

  const adding = useFlow(addFlowOf(user), heading)
  const add = adding.flow
  const offer = useStore(add.offer)
  useConcluded(add, ({ intent }) => {
    const label = intent.draft.device_label.trim()
    tell({ tone: 'credit', title: t('{label} was ordered.', { label }), detail: ACTIVATION_TIME })
  })
  useAddress(['add'], [], () => add.dispatch({ type: 'opened', draft: ADD_DEFAULTS }))
  const startAdding = (from: HTMLElement) => adding.start(from, { type: 'opened', draft: ADD_DEFAULTS })

  useStateWatch(devices, (device) =>
    tell({ tone: 'credit', title: t('{device} is active now.', { device: deviceName(device) }) }),
  )

  const views = [devices, usage, account, recommended, catalogue]
  const failed = views.find(({ value, error }) => value !== null && error !== null)
  return (
    <div className="page-width grid grid-cols-1 gap-6 py-6 sm:py-10">
      <PageHead title={t('Device Management')} titleRef={heading} view={devices}>
        <Button
          icon={<Plus />}
          className="max-sm:w-full"
          onClick={(event) => startAdding(event.currentTarget)}
        >
          {t('Add eSIM Device')}
        </Button>
      </PageHead>
      {offline && (
        <output className="block text-sm font-medium text-warning">
          {t(
            'You are offline. You see what was saved on this device; changing, testing and showing codes need a connection.',
          )}
        </output>
      )}
      <OutcomeBanner outcome={outcome} onDismiss={dismiss} />
      {offer !== null && <OfferedDraft question={offer.question} onTakeUp={add.takeUp} onDrop={add.drop} />}
      {failed && (
        <RefreshFailed
          {...failed}
          refresh={async () => {
            await Promise.all(views.map(({ refresh }) => refresh()))
          }}
        />
      )}
      <Summary devices={figuresOf(devices)} usage={figuresOf(usage)} network={network} />
      <DeviceTabs
        devices={devices}
        usage={usage}
        recommended={recommended}
        network={network}
        simulated={account.value?.sandbox ?? false}
        dialogs={dialogs}
        onAdd={startAdding}
        tell={tell}
      />
      {dialogs.what !== null && (
        <Suspense>
          <DeviceDialogs dialogs={dialogs} devices={devices.value ?? []} catalogue={catalogue} tell={tell} />
        </Suspense>
      )}
      {adding.open && (
        <Suspense>
          <AddDialog flow={add} catalogue={catalogue} subscriber={account.value} />
        </Suspense>
      )}
    </div>
  )
}
