import { lazy, type ReactNode, Suspense } from 'react'
import type { CurrentUsage } from '../../../api/contract/device-usage.ts'
import type { Device } from '../../../api/contract/devices.ts'
import type { CachedView } from '../../data/cached.ts'
import type { Insights } from '../../data/devices.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useChosen } from '../../parts/use-chosen.ts'
import { act, type LineAction } from './changes.ts'
import { ConnectedDevices } from './connected.tsx'
import type { Dialogs } from './dialog-kinds.ts'
import { lineDone } from './line-actions.ts'
import { type Tell, tellOutcome } from './outcome-banner.tsx'
import { useAnswers } from './use-answers.ts'
import type { NetworkTest } from './use-diagnostics.ts'
import { deviceName } from './words.ts'
import { t } from '../../texts/texts.ts'

// Loaded when their tab is first opened.
const UsageAndBilling = lazy(() => import('./usage.tsx'))
const NetworkDiagnostics = lazy(() => import('./diagnostics.tsx'))
const InsightList = lazy(() => import('./insights.tsx'))
const ActivityFeed = lazy(() => import('./activity.tsx'))

const TABS = ['devices', 'usage', 'diagnostics', 'insights', 'activity'] as const
type DeviceTab = (typeof TABS)[number]

const arriving = (tab: ReactNode) => (
  <Suspense fallback={<Skeleton className="h-72 w-full rounded-card!" />}>{tab}</Suspense>
)

/** The tabs of the devices page. */
export function DeviceTabs({
  devices,
  usage,
  recommended,
  network,
  simulated,
  dialogs,
  onAdd,
  tell,
}: {
  devices: CachedView<Device[]>
  usage: CachedView<CurrentUsage>
  recommended: CachedView<Insights>
  network: NetworkTest
  /** The network is simulated by the sandbox. */
  simulated: boolean
  dialogs: Dialogs
  onAdd: (from: HTMLElement) => void
  tell: Tell
}) {
  const [tab, setTab] = useChosen<DeviceTab>('tab', TABS, 'devices')
  const answers = useAnswers(devices.value, dialogs, tell)
  const { open } = dialogs
  const changeLine = (device: Device, action: LineAction) => {
    const name = deviceName(device)
    void tellOutcome(tell, t('{device} was not changed', { device: name }), async () => {
      await act(device.id, action)
      return lineDone(action, name)
    })
  }
  return (
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
              simulated={simulated}
              onAdd={onAdd}
              actions={{
                open,
                onLine: (device, action, from) => {
                  if (action === 'suspend') open({ kind: 'suspend', device }, from)
                  else changeLine(device, action)
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
          content: arriving(<UsageAndBilling view={usage} devices={devices.value} />),
        },
        {
          value: 'diagnostics',
          label: t('Network Diagnostics'),
          content: arriving(<NetworkDiagnostics network={network} />),
        },
        {
          value: 'insights',
          label: t('AI Insights'),
          content: arriving(<InsightList view={recommended} actions={answers} />),
        },
        { value: 'activity', label: t('Activity Feed'), content: arriving(<ActivityFeed />) },
      ]}
    />
  )
}
