import { Activity, Radio, ServerCog, ShieldAlert, Users } from 'lucide-react'
import { memo } from 'react'
import type { Contact } from '../../../../api/contract/contacts.ts'
import { useCached } from '../../../data/cached.ts'
import { useConnectivity } from '../../../data/connectivity.ts'
import { systemHealth } from '../../../data/contacts.ts'
import { currentUsage } from '../../../data/devices.ts'
import { Stat } from '../../../ui/stat.tsx'
import { dataText } from '../words.ts'
import { t } from '../../../texts/texts.ts'
import { number } from '../../../texts/numbers.ts'

const HEALTH = { ready: t('Operational'), degraded: t('Degraded'), offline: t('Offline'), unknown: '—' }

/** The five figures above the contacts. */
export const ContactStats = memo(function ContactStats({
  contacts,
  alerts,
}: {
  /** Undefined: not known yet; null: could not be loaded. */
  contacts: readonly Contact[] | null | undefined
  /** Count of contacts with a security alert. */
  alerts: number
}) {
  const usage = useCached(currentUsage)
  const health = useCached(systemHealth)
  const offline = useConnectivity() === 'offline'
  const of = (value: number) => contacts && number(value)
  const megabytes = usage.value?.usage.data_mb_used
  const used = megabytes === undefined ? '—' : dataText(megabytes)
  const state = offline ? 'offline' : (health.value ?? 'unknown')
  return (
    <section
      aria-label={t('Overview')}
      className="grid grid-cols-2 gap-3 max-sm:*:last:col-span-2 sm:grid-cols-3 sm:gap-4 lg:grid-cols-5"
    >
      <Stat label={t('Total Contacts')} value={of(contacts?.length ?? 0)} icon={<Users />} />
      <Stat
        label={t('Active Sessions')}
        value={of((contacts ?? []).filter(({ status }) => status === 'online').length)}
        detail={t('Online now')}
        icon={<Radio />}
      />
      <Stat
        label={t('Data Usage')}
        value={usage.value === null && usage.state === 'refreshing' ? undefined : used}
        detail={t('This billing cycle')}
        icon={<Activity />}
      />
      <Stat
        label={t('Security Alerts')}
        value={of(alerts)}
        detail={!contacts ? '' : alerts === 0 ? t('Nothing to check') : t('Contacts to check')}
        icon={<ShieldAlert />}
      />
      <Stat
        label={t('System Health')}
        value={!offline && health.value === null && health.state === 'refreshing' ? undefined : HEALTH[state]}
        detail={
          state === 'ready' ? t('All parts answer') : state === 'offline' ? t('Showing what is saved') : ''
        }
        icon={<ServerCog />}
      />
    </section>
  )
})
