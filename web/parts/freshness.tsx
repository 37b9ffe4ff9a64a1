import type { Freshness } from '../data/freshness.ts'
import { AsOf } from './as-of.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { CloudOff } from 'lucide-react'
import { useConnectivity } from '../data/connectivity.ts'
import { sentenceOf } from '../data/errors.ts'
import { t } from '../texts/texts.ts'

/** How old a balance or a list is, where it is not confirmed by the server. */
export function Age({ state, asOf }: { state: Freshness; asOf: string | null }) {
  // Without data there is nothing whose age could be told: a skeleton or an error stands there.
  if (asOf === null) return null
  return <AsOf at={asOf} live={state === 'live'} refreshing={state === 'refreshing'} />
}

/** There is nothing on this device and the server could not be asked. */
export function NeverLoaded({
  what,
  error,
  retry,
}: {
  what: string
  error: unknown
  retry: () => Promise<void>
}) {
  const offline = useConnectivity() === 'offline'
  return (
    <EmptyState
      icon={<CloudOff />}
      title={t('Your {what} could not be loaded', { what })}
      action={<Button onClick={() => void retry()}>{t('Try again')}</Button>}
    >
      {offline
        ? t('You are offline and nothing is saved on this device yet. Reconnect and try again.')
        : sentenceOf(error, t('Something went wrong. Please try again.'))}
    </EmptyState>
  )
}

/** What is shown is older than it should be, though the server can be reached. */
export function RefreshFailed({ error, retry }: { error: unknown; retry: () => Promise<void> }) {
  const offline = useConnectivity() === 'offline'
  if (error === null || offline) return null
  return (
    <Banner
      tone="warning"
      live="status"
      title={t('Couldn’t refresh')}
      action={
        <Button variant="secondary" size="sm" onClick={() => void retry()}>
          {t('Try again')}
        </Button>
      }
    >
      {t('{error} You see what was saved before.', { error: sentenceOf(error, t('Something went wrong.')) })}
    </Banner>
  )
}
