import { Fingerprint, PiggyBank, UserRoundPen, Wallet } from 'lucide-react'
import { Link } from '../../parts/router.ts'
import { Card } from '../../ui/card.tsx'
import { t } from '../../texts/texts.ts'

const ACTIONS = [
  { to: '/wallet', label: t('View Wallet'), Icon: Wallet },
  { to: '/did', label: t('Manage DID'), Icon: Fingerprint },
  { to: '/profile', label: t('Edit Profile'), Icon: UserRoundPen },
  { to: '/investments', label: t('Investment Pools'), Icon: PiggyBank },
] as const

/** Links to the pages that members use most. */
export function QuickActions() {
  return (
    <Card title={t('Quick Actions')}>
      <ul className="grid grid-cols-1 gap-3 min-[24rem]:grid-cols-2">
        {ACTIONS.map(({ to, label, Icon }) => (
          <li key={to} className="grid grid-cols-1">
            <Link
              to={to}
              className="flex min-h-14 items-center gap-2 rounded-control border border-line px-3 py-2 text-sm font-semibold sm:gap-3 sm:text-base transition-colors duration-150 hover:bg-primary-soft"
            >
              <Icon className="size-5 shrink-0 text-primary" />
              <span className="min-w-0">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
