import type { LucideIcon } from 'lucide-react'
import { Contact, House, LayoutDashboard, PiggyBank, Smartphone, Wallet } from 'lucide-react'
import type { Theme } from './theme.ts'
import { t } from '../texts/texts.ts'

interface NavigationLink {
  to: string
  label: string
  Icon: LucideIcon
}

const everywhere: readonly NavigationLink[] = [
  { to: '/', label: t('HOME'), Icon: House },
  { to: '/dashboard', label: t('DASHBOARD'), Icon: LayoutDashboard },
  { to: '/wallet', label: t('WALLET'), Icon: Wallet },
  { to: '/investments', label: t('POOLS'), Icon: PiggyBank },
]

const telecom: readonly NavigationLink[] = [
  { to: '/tellepathy', label: t('CONTACTS'), Icon: Contact },
  { to: '/devices', label: t('DEVICES'), Icon: Smartphone },
]

/** The header's links for a signed-in member: contacts and devices belong to the dark theme. */
export const navigationLinks = (theme: Theme): readonly NavigationLink[] =>
  theme === 'dark-violet' ? [...everywhere, ...telecom] : everywhere
