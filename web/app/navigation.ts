import type { LucideIcon } from 'lucide-react'
import { Contact, House, LayoutDashboard, PiggyBank, Smartphone, Wallet } from 'lucide-react'
import { t } from '../texts/texts.ts'

interface NavigationLink {
  to: string
  label: string
  Icon: LucideIcon
}

/** The bar of a phone has these, and the others under More. */
export const BAR_LINKS: readonly NavigationLink[] = [
  { to: '/', label: t('HOME'), Icon: House },
  { to: '/dashboard', label: t('DASHBOARD'), Icon: LayoutDashboard },
  { to: '/wallet', label: t('WALLET'), Icon: Wallet },
  { to: '/investments', label: t('POOLS'), Icon: PiggyBank },
]

/** The header's links for a signed-in member. */
export const HEADER_LINKS: readonly NavigationLink[] = [
  ...BAR_LINKS,
  { to: '/tellepathy', label: t('CONTACTS'), Icon: Contact },
  { to: '/devices', label: t('DEVICES'), Icon: Smartphone },
]
