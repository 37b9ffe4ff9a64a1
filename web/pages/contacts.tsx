import { Smartphone } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { Link } from '../parts/router.ts'
import { useOutbox } from '../data/outbox.ts'
import { useAuth } from '../data/session.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useChosen } from '../parts/use-chosen.ts'
import { Tabs } from '../ui/tabs.tsx'
import { ContactsTab } from './contacts/book/contacts-tab.tsx'
import { t } from '../texts/texts.ts'

const OutboxPanel = lazy(() => import('./contacts/outbox-panel.tsx'))
const CirclesTab = lazy(() => import('./contacts/circles/circles-tab.tsx'))
const AnalyticsTab = lazy(() => import('./contacts/analytics/analytics-tab.tsx'))

const VIEWS = ['contacts', 'circles', 'analytics'] as const
type View = (typeof VIEWS)[number]

const arriving = (tab: ReactNode) => (
  <Suspense fallback={<Skeleton className="h-80 w-full rounded-card!" />}>{tab}</Suspense>
)

/** The social telecom service: contacts, circles and usage. Rendered only for a signed-in member. */
export default function TellepathyPage() {
  const { user } = useAuth()
  const [view, setView] = useChosen<View>('tab', VIEWS, 'contacts')
  const wait = useOutbox().length > 0
  if (user === null) return null
  return (
    <div className="page-width grid grid-cols-1 gap-5 py-6 sm:py-10">
      <div>
        <h1 className="text-3xl font-bold sm:text-4xl">{t('Tellepathy')}</h1>
        <p className="mt-1 text-muted">{t('The people you talk to, in the circles you choose.')}</p>
      </div>
      {wait && (
        <Suspense>
          <OutboxPanel />
        </Suspense>
      )}
      <Tabs
        key={user.id}
        label="Tellepathy"
        value={view}
        onChange={setView}
        beside={
          <Link
            to="/devices"
            className="inline-flex min-h-11 items-center gap-2 px-4 text-sm font-semibold text-muted hover:text-ink max-sm:px-1"
          >
            <Smartphone className="size-4" />
            {t('Device Management')}
          </Link>
        }
        tabs={[
          { value: 'contacts', label: t('Contact Management'), content: <ContactsTab /> },
          { value: 'circles', label: t('Circle Administration'), content: arriving(<CirclesTab />) },
          { value: 'analytics', label: t('Analytics & Reports'), content: arriving(<AnalyticsTab />) },
        ]}
      />
    </div>
  )
}
