import { CreditCard, Database, Signal, Smartphone } from 'lucide-react'
import type { CurrentUsage } from '../../../api/contract/device-usage.ts'
import type { Device } from '../../../api/contract/devices.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Stat } from '../../ui/stat.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { deviceCounts, monthlyPlan } from './device-figures.ts'
import { dataText, monthlyCost } from './format.ts'
import type { NetworkTest } from './use-diagnostics.ts'
import { connectivityLook } from './words.ts'
import { number } from '../../texts/numbers.ts'
import { t } from '../../texts/texts.ts'

/** The four summary cards. Values are undefined while loading and null when they could not be loaded. */
export function Summary({
  devices,
  usage,
  network,
}: {
  devices: readonly Device[] | null | undefined
  usage: CurrentUsage | null | undefined
  network: NetworkTest
}) {
  const counts = devices && deviceCounts(devices)
  const plan = devices && monthlyPlan(devices)
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <Stat
        label={t('Active Devices')}
        icon={<Smartphone />}
        value={counts && number(counts.all)}
        detail={
          counts === undefined ? t('Counting') : counts && t('{active} active', { active: counts.active })
        }
      />
      <Stat
        label={t('Data Usage')}
        icon={<Database />}
        value={usage && dataText(usage.usage.data_mb_used)}
        detail={t('This month')}
      />
      <Stat
        label={t('Monthly Plan Cost')}
        icon={<CreditCard />}
        value={plan && monthlyCost(plan.cents)}
        detail={plan === undefined ? t('Adding up') : plan && <PlanDetail {...plan} />}
      />
      <Stat
        label={t('Network Status')}
        icon={<Signal />}
        value={<NetworkValue network={network} />}
        detail={
          <Button
            variant="secondary"
            size="sm"
            className="mt-1"
            busy={network.running}
            disabled={!network.isPossible}
            onClick={() => void network.run()}
          >
            {t('Test')}
            <VisuallyHidden> {t('the network')}</VisuallyHidden>
          </Button>
        }
      />
    </div>
  )
}

function PlanDetail({ cents, name }: { cents: number | null; name: string }) {
  return (
    <>
      <span className="block">{name}</span>
      {cents === null && <span className="block">{t('The price shown is the Standard plan’s.')}</span>}
    </>
  )
}

function NetworkValue({ network: { running, problem, result } }: { network: NetworkTest }) {
  if (running) return <span>{t('Testing…')}</span>
  if (problem !== null) return <span>{t('Test failed')}</span>
  if (result === null) return <span>{t('Not tested')}</span>
  const { text, tone } = connectivityLook(result.network_connectivity)
  return (
    <span className="inline-flex">
      <Badge tone={tone}>
        <span className="text-base">{text}</span>
      </Badge>
    </span>
  )
}
