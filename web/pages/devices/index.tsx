import { Plus, Smartphone } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { Profile } from '../../../api/contract/devices.ts'
import type { CurrentUser } from '../../../api/contract/session.ts'
import { figuresOf, useCached } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { sentenceOf } from '../../data/errors.ts'
import { useAuth } from '../../data/session.tsx'
import { currentUsage, insights, plans, profiles, subscriber } from '../../data/devices.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Age, RefreshFailed } from '../../parts/freshness.tsx'
import { useFlow } from '../../flow/flow-place.tsx'
import { addFlowOf } from './add/flow.ts'
import { useOrdered } from './add/use-ordered.ts'
import { ADD_DEFAULTS } from './add/values.ts'
import { act, type LineAction } from './changes.ts'
import { ConnectedDevices } from './connected.tsx'
import { lineDone } from './line-actions.ts'
import { Notice, useNotice } from './notice.tsx'
import { Summary } from './summary.tsx'
import { useAnswers } from './use-answers.ts'
import { useDiagnostics } from './use-diagnostics.ts'
import { useOpened } from '../../parts/use-opened.ts'
import type { DeviceDialog } from './dialog-kinds.ts'
import { useStateWatch } from './use-state-watch.ts'
import { ACTIVATION_TIME, deviceName } from './words.ts'
import { t } from '../../texts/texts.ts'

// What isn't seen at first comes with its tab or dialog.
const UsageAndBilling = lazy(() => import('./usage.tsx'))
const NetworkDiagnostics = lazy(() => import('./diagnostics.tsx'))
const InsightList = lazy(() => import('./insights.tsx'))
const ActivityFeed = lazy(() => import('./activity.tsx'))
const DeviceDialogs = lazy(() => import('./device-dialogs.tsx'))
const AddDialog = lazy(() => import('./add/add-dialog.tsx'))

type DeviceTab = 'devices' | 'usage' | 'diagnostics' | 'insights' | 'activity'

export default function DevicesPage() {
  const { user, signIn } = useAuth()
  if (user !== null) return <MembersDevices key={user.id} user={user} />
  return (
    <div className="page-width py-12">
      <EmptyState
        icon={<Smartphone />}
        title={t('Please sign in to see your devices')}
        action={<Button onClick={() => void signIn()}>{t('Sign In')}</Button>}
      />
    </div>
  )
}

function MembersDevices({ user }: { user: CurrentUser }) {
  const devices = useCached(profiles)
  const catalogue = useCached(plans)
  const usage = useCached(currentUsage)
  const account = useCached(subscriber)
  const recommended = useCached(insights)
  const offline = useConnectivity() === 'offline'
  const [tab, setTab] = useState<DeviceTab>('devices')
  const heading = useRef<HTMLHeadingElement>(null)
  const { notice, tell, dismiss } = useNotice()
  const network = useDiagnostics(account.value)
  const dialogs = useOpened<DeviceDialog>(heading)
  const answers = useAnswers(devices.value, dialogs, tell)

  const adding = useFlow(addFlowOf(user), heading)
  const add = adding.flow
  useOrdered(add, (label) =>
    tell({ tone: 'credit', title: t('{label} was ordered.', { label }), detail: ACTIVATION_TIME }),
  )
  const startAdding = (from: HTMLElement) => {
    adding.from(from)
    add.dispatch({ type: 'opened', draft: ADD_DEFAULTS })
  }

  useStateWatch(devices, (device) =>
    tell({ tone: 'credit', title: t('{device} is active now.', { device: deviceName(device) }) }),
  )

  const line = async (device: Profile, action: LineAction) => {
    try {
      await act(device.id, action)
      tell({ tone: 'credit', title: lineDone(action, deviceName(device)) })
    } catch (error) {
      console.error(`Device ${action} failed`, error)
      tell({
        tone: 'debit',
        title: t('{device} was not changed', { device: deviceName(device) }),
        detail: sentenceOf(error, t('Something went wrong. Please try again.')),
      })
    }
  }

  const views = [devices, usage, account, recommended, catalogue]
  const failed = views.find(({ value, error }) => value !== null && error !== null)
  return (
    <div className="page-width grid grid-cols-1 gap-6 py-6 sm:py-10">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-3xl font-bold sm:text-4xl">
            {t('Device Management')}
          </h1>
          <div className="min-h-6">
            <Age {...devices} />
          </div>
        </div>
        <Button
          icon={<Plus aria-hidden="true" className="size-4" />}
          className="max-sm:w-full"
          onClick={(event) => startAdding(event.currentTarget)}
        >
          {t('Add eSIM Device')}
        </Button>
      </div>
      {offline && (
        <output className="block text-sm font-medium text-warning">
          {t(
            'You are offline. You see what was saved on this device; changing, testing and showing codes need a connection.',
          )}
        </output>
      )}
      <Notice notice={notice} onDismiss={dismiss} />
      {failed && (
        <RefreshFailed
          {...failed}
          refresh={async () => {
            await Promise.all(views.map(({ refresh }) => refresh()))
          }}
        />
      )}
      <Summary
        devices={figuresOf(devices)}
        usage={figuresOf(usage)}
        network={network}
        disabled={offline || account.value === null}
      />
      <Tabs<DeviceTab>
        label={t('Device management')}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'devices',
            label: t('Connected Devices'),
            content: (
              <ConnectedDevices
                view={devices}
                simulated={account.value?.sandbox ?? false}
                offline={offline}
                onAdd={startAdding}
                actions={{
                  onQr: (device, from) => dialogs.open({ kind: 'qr', device }, from),
                  onEdit: (device, from) => dialogs.open({ kind: 'edit', device }, from),
                  onDelete: (device, from) => dialogs.open({ kind: 'delete', device }, from),
                  onChangePlan: (device, from) =>
                    dialogs.open({ kind: 'plan', device, suggested: null }, from),
                  onLine: (device, action, from) => {
                    if (action === 'suspend') dialogs.open({ kind: 'suspend', device }, from)
                    else void line(device, action)
                  },
                  onDiagnose: () => {
                    setTab('diagnostics')
                    void network.run()
                  },
                  onActivity: () => setTab('activity'),
                }}
              />
            ),
          },
          {
            value: 'usage',
            label: t('Usage & Billing'),
            content: (
              <TabContent>
                <UsageAndBilling view={usage} devices={devices.value} />
              </TabContent>
            ),
          },
          {
            value: 'diagnostics',
            label: t('Network Diagnostics'),
            content: (
              <TabContent>
                <NetworkDiagnostics network={network} disabled={offline || account.value === null} />
              </TabContent>
            ),
          },
          {
            value: 'insights',
            label: t('AI Insights'),
            content: (
              <TabContent>
                <InsightList view={recommended} offline={offline} actions={answers} />
              </TabContent>
            ),
          },
          {
            value: 'activity',
            label: t('Activity Feed'),
            content: (
              <TabContent>
                <ActivityFeed />
              </TabContent>
            ),
          },
        ]}
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

function TabContent({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Skeleton className="h-72 w-full rounded-card!" />}>{children}</Suspense>
}
