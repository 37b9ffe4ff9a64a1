import { Activity, Radio, ServerCog, ShieldAlert, Users } from 'lucide-react'
import { memo } from 'react'
import type { Contact } from '../../../../api/contract/contacts.ts'
import { useCached } from '../../../data/cached.ts'
import { useConnectivity } from '../../../data/connectivity.ts'
import { systemHealth } from '../../../data/contacts.ts'
import { currentUsage } from '../../../data/devices.ts'
import { Stat } from '../../../ui/stat.tsx'
import { dataText } from '../words.ts'

const HEALTH = { ready: 'Operational', degraded: 'Degraded', offline: 'Offline', unknown: '—' }

/** The five figures over the contacts; each is the member's own. */
export const ContactStats = memo(function ContactStats({
  contacts,
  alerts,
}: {
  /** Null while loading. */
  contacts: readonly Contact[] | null
  /** How many contacts somebody should look at. */
  alerts: number
}) {
  const usage = useCached(currentUsage)
  const health = useCached(systemHealth)
  const offline = useConnectivity() === 'offline'
  const of = (value: number): string | undefined =>
    contacts === null ? undefined : value.toLocaleString('en-US')
  const megabytes = usage.value?.usage.data_mb_used
  const used = megabytes === undefined ? '—' : dataText(megabytes)
  const state = offline ? 'offline' : (health.value ?? 'unknown')
  return (
    <section aria-label="Overview" className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-5">
      <Stat label="Total Contacts" value={of(contacts?.length ?? 0)} icon={<Users />} />
      <Stat
        label="Active Sessions"
        value={of((contacts ?? []).filter(({ status }) => status === 'online').length)}
        detail="Online now"
        icon={<Radio />}
      />
      <Stat
        label="Data Usage"
        value={usage.value === null && usage.state === 'refreshing' ? undefined : used}
        detail="This billing cycle"
        icon={<Activity />}
      />
      <Stat
        label="Security Alerts"
        value={of(alerts)}
        detail={alerts === 0 ? 'Nothing to check' : 'Contacts to check'}
        icon={<ShieldAlert />}
      />
      <Stat
        label="System Health"
        value={!offline && health.value === null && health.state === 'refreshing' ? undefined : HEALTH[state]}
        detail={
          state === 'ready' ? 'All parts answer' : state === 'offline' ? 'Showing what is saved' : undefined
        }
        icon={<ServerCog />}
      />
    </section>
  )
})
