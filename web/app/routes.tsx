import { lazy, type ComponentType } from 'react'
import Home from '../pages/home.tsx'
import { t } from '../texts/texts.ts'

export interface AppRoute {
  path: string
  /** Title of the document; the page's own heading may say more. */
  title: string
  access: 'public' | 'members'
  page: ComponentType
}

type Load = () => Promise<{ readonly default: ComponentType }>

const loads = new Map<string, Load>()

const page =
  (access: AppRoute['access']) =>
  (path: string, title: string, load: Load): AppRoute => {
    loads.set(path, load)
    return { path, title, access, page: lazy(load) }
  }
const forAll = page('public')
const forMembers = page('members')

/**
 * Every route of the app. Members-only ones are guarded. Each page is its own chunk, except the landing page: it is
 * small, and its visitors come with an empty cache and should not wait for two.
 */
export const routes: readonly AppRoute[] = [
  { path: '/', title: t('Your investments pay your bills'), access: 'public', page: Home },
  forAll('/auth/callback', t('Signing in'), () => import('../pages/auth/callback.tsx')),
  forAll('/verify', t('Verify a receipt'), () => import('../pages/verify.tsx')),
  forAll('/help', t('Help'), () => import('../pages/help.tsx')),
  forAll('/limits', t('Limits'), () => import('../pages/limits.tsx')),
  forMembers('/wallet', t('Wallet'), () => import('../pages/wallet.tsx')),
  forMembers('/wallet/activity/:id', t('Wallet'), () => import('../pages/movement.tsx')),
  forMembers('/dashboard', t('Dashboard'), () => import('../pages/dashboard.tsx')),
  forMembers('/investments', t('Investment Pools'), () => import('../pages/pools.tsx')),
  forMembers('/tellepathy', 'Tellepathy', () => import('../pages/contacts.tsx')),
  forMembers('/devices', t('Device Management'), () => import('../pages/devices.tsx')),
  forMembers('/notifications', t('Notifications'), () => import('../pages/notifications.tsx')),
  forMembers('/profile', t('Profile'), () => import('../pages/profile.tsx')),
  forMembers('/identity', t('Your identity'), () => import('../pages/identity.tsx')),
  forMembers('/did', t('Decentralized Identity'), () => import('../pages/credentials.tsx')),
  forAll('/members/:id', t('Shared profile'), () => import('../pages/member.tsx')),
  forAll('/pay/:to', t('Payment link'), () => import('../pages/pay.tsx')),
  forMembers('/open', t('Open in Youtility'), () => import('../pages/pay/open.tsx')),
]

export const notFound = forAll('*', t('Page not found'), () => import('../pages/not-found.tsx'))

/** Evaluates an address's page before it is drawn. Loading it again says what is wrong with it. */
export const loadPage = async (path: string): Promise<void> => {
  await loads
    .get(path)?.()
    .catch(() => undefined)
}

export const documentTitle = (title: string): string => `${title} · Youtility`
