import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { figuresOf } from '../../../data/cached.ts'
import { useConnectivity } from '../../../data/connectivity.ts'
import { useCircles, useContacts } from '../../../data/contacts.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { RefreshFailed } from '../../../parts/freshness.tsx'
import { OfferedForm } from '../../../parts/offered-draft.tsx'
import { BelowFirstScreen } from '../../../parts/below-first-screen.tsx'
import { takeOver } from '../../../parts/shared-contacts.ts'
import { useOpened } from '../../../parts/use-opened.ts'
import { BookCard } from './book-card.tsx'
import type { ContactDialogKind } from './dialogs.tsx'
import { alertsIn, findingsIn, type Finding } from './findings.ts'
import { ContactStats } from './stats.tsx'
import { useContactTable } from './use-table.ts'
import { t } from '../../../texts/texts.ts'

/** Loaded lazily, so that the table above does not wait for them. */
const Insights = lazy(() => import('./insights.tsx'))
const LiveActivity = lazy(() => import('./live-activity.tsx'))
const ContactDialogs = lazy(() => import('./dialogs.tsx'))

const NOBODY: readonly never[] = []
const arriving = <Skeleton className="h-80 w-full rounded-card!" />

/** The contacts tab: figures, the table with its actions, recent activity and insights. */
export function ContactsTab() {
  const view = useContacts()
  const contacts = view.value ?? NOBODY
  const circles = useCircles().value ?? NOBODY
  const table = useContactTable(contacts)
  const opened = useOpened<ContactDialogKind>()
  const [message, setMessage] = useState('')
  const toast = useToast()
  const offline = useConnectivity() === 'offline'
  const settled = useDeferredValue(view.value)
  // Stays null until the contacts have loaded: "All in order" would be wrong before.
  const findings = useMemo(() => settled && findingsIn(settled), [settled])
  const top = useRef<HTMLDivElement>(null)

  const showMessage = (text: string) => {
    setMessage(text)
    toast({ tone: 'credit', title: text })
  }
  const { open } = opened
  useEffect(() => {
    const file = takeOver()
    if (file !== null && top.current !== null) open({ kind: 'import', file }, top.current)
  }, [open])
  const { clear } = table
  const show = useCallback(
    ({ title, ids }: Finding) => {
      clear({ label: title, ids: new Set(ids) })
      top.current?.scrollIntoView()
    },
    [clear],
  )
  return (
    <div className="grid grid-cols-1 gap-6">
      <ContactStats contacts={figuresOf(view)} alerts={alertsIn(findings ?? [])} />
      <RefreshFailed {...view} />
      {offline && view.value !== null && (
        <Banner tone="warning" live="status">
          {t(
            'You are offline. You can search, view and export what is saved here. What you add, edit or delete waits on this device and is sent when you are back; importing needs a connection.',
          )}
        </Banner>
      )}
      {opened.what === null && (
        <OfferedForm
          name="contact"
          question={t('Continue adding the contact you began?')}
          onTakeUp={() => opened.replace({ kind: 'add' })}
        />
      )}
      <BookCard view={view} table={table} open={open} top={top} message={message} onMessage={setMessage} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <BelowFirstScreen height_rem={8}>
          <Suspense fallback={arriving}>
            <LiveActivity contacts={contacts} />
          </Suspense>
        </BelowFirstScreen>
        {(findings !== null || view.state !== 'never') && (
          <BelowFirstScreen height_rem={21}>
            <Suspense fallback={arriving}>
              {findings === null ? arriving : <Insights findings={findings} onShow={show} />}
            </Suspense>
          </BelowFirstScreen>
        )}
      </div>
      {opened.what !== null && (
        <Suspense>
          <ContactDialogs opened={opened} circles={circles} onMessage={showMessage} />
        </Suspense>
      )}
    </div>
  )
}
