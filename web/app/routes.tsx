import { lazy, type ComponentType } from 'react'
import Home from '../pages/home/index.tsx'
import { t } from '../texts/texts.ts'

export interface AppRoute {
  path: string
  /** Of the document; the page's own heading may say more. */
  title: string
  access: 'public' | 'members'
  page: ComponentType
}

/**
 * Every route of the app. Members-only ones stand behind the guard. Each page is its own chunk, except the
 * landing page: it is small, and its visitors come with an empty cache and should not wait for two.
 */
export const routes: readonly AppRoute[] = [
  {
    path: '/',
    title: t('Your investments pay your bills'),
    access: 'public',
    page: Home,
  },
  {
    path: '/auth/callback',
    title: t('Signing in'),
    access: 'public',
    page: lazy(() => import('../pages/auth/callback.tsx')),
  },
  {
    path: '/verify',
    title: t('Verify a receipt'),
    access: 'public',
    page: lazy(() => import('../pages/verify/index.tsx')),
  },
  {
    path: '/wallet',
    title: t('Wallet'),
    access: 'members',
    page: lazy(() => import('../pages/wallet/index.tsx')),
  },
  {
    path: '/dashboard',
    title: t('Dashboard'),
    access: 'members',
    page: lazy(() => import('../pages/dashboard/index.tsx')),
  },
  {
    path: '/investments',
    title: t('Investment Pools'),
    access: 'members',
    page: lazy(() => import('../pages/pools/index.tsx')),
  },
  {
    path: '/tellepathy',
    title: 'Tellepathy',
    access: 'members',
    page: lazy(() => import('../pages/contacts/index.tsx')),
  },
  {
    path: '/devices',
    title: t('Device Management'),
    access: 'members',
    page: lazy(() => import('../pages/devices/index.tsx')),
  },
  {
    path: '/notifications',
    title: t('Notifications'),
    access: 'members',
    page: lazy(() => import('../pages/notifications/index.tsx')),
  },
  {
    path: '/profile',
    title: t('Profile'),
    access: 'members',
    page: lazy(() => import('../pages/profile/index.tsx')),
  },
  {
    path: '/did',
    title: t('Decentralized Identity'),
    access: 'members',
    page: lazy(() => import('../pages/credentials/index.tsx')),
  },
  {
    path: '/members/:id',
    title: t('Shared profile'),
    access: 'public',
    page: lazy(() => import('../pages/member/index.tsx')),
  },
  {
    path: '/pay/:to',
    title: t('Payment link'),
    access: 'members',
    page: lazy(() => import('../pages/pay/index.tsx')),
  },
  {
    path: '/open',
    title: t('Open in Youtility'),
    access: 'members',
    page: lazy(() => import('../pages/pay/open.tsx')),
  },
]

export const notFound: AppRoute = {
  path: '*',
  title: t('Page not found'),
  access: 'public',
  page: lazy(() => import('../pages/not-found.tsx')),
}

export const documentTitle = (title: string): string => `${title} · Youtility`
