import type { ReactNode } from 'react'
import type { View } from '../data/cached.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { RelativeTime } from './relative-time.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Clock, CloudOff } from 'lucide-react'
import { useConnectivity } from '../data/connectivity.ts'
import { sentenceOf } from '../data/errors.ts'
import { t } from '../texts/texts.ts'

/** Age of a balance or list ("As of 3 min ago"), unless the server has just confirmed it. */
export function Age({ state, asOf }: Pick<View, 'state' | 'asOf'>) {
  // Without data there is no age: a skeleton or an error is shown instead.
  if (asOf === null || state === 'live') return null
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-muted">
      {state === 'refreshing' ? (
        <>
          <Spinner className="text-xs" />
          {t('Refreshing')}
        </>
      ) : (
        <>
          <Clock className="size-3.5" />
          <RelativeTime at={asOf} prefix={t('As of ')} clock="real" />
        </>
      )}
    </span>
  )
}

/** In place of missing data: its skeleton, or why it could not be loaded. */
export function NotYet({ what, asOf, children, ...view }: View & { what: string; children: ReactNode }) {
  if (asOf !== null) return null
  return view.state === 'never' ? <NeverLoaded what={what} {...view} /> : children
}

/** Nothing is stored on this device and the request failed. */
export function NeverLoaded({ what, error, refresh }: Pick<View, 'error' | 'refresh'> & { what: string }) {
  const offline = useConnectivity() === 'offline'
  return (
    <EmptyState
      icon={<CloudOff />}
      title={t('Your {what} could not be loaded', { what })}
      action={<Button onClick={() => void refresh()}>{t('Try again')}</Button>}
    >
      {offline
        ? t('You are offline and nothing is saved on this device yet. Reconnect and try again.')
        : sentenceOf(error, t('Something went wrong. Please try again.'))}
    </EmptyState>
  )
}

/** The shown data is older than it should be, though the server can be reached. */
export function RefreshFailed({ asOf, error, refresh }: Omit<View, 'state'>) {
  const offline = useConnectivity() === 'offline'
  if (asOf === null || error === null || offline) return null
  return (
    <Banner
      tone="warning"
      live="status"
      title={t('Couldn’t refresh')}
      action={
        <Button variant="secondary" size="sm" onClick={() => void refresh()}>
          {t('Try again')}
        </Button>
      }
    >
      {t('{error} You see what was saved before.', { error: sentenceOf(error, t('Something went wrong.')) })}
    </Banner>
  )
}
