import { HandHelping, Pencil, Plus, Trash2, UserRoundCog, UsersRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { CIRCLES_MAX, type Circle } from '../../../../api/contract/contacts.ts'
import { figuresOf } from '../../../data/cached.ts'
import { useConnectivity } from '../../../data/connectivity.ts'
import { useCircles } from '../../../data/contacts.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeletons } from '../../../ui/skeletons.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { Age, NotYet, RefreshFailed } from '../../../parts/freshness.tsx'
import { OfferedForm } from '../../../parts/offered-draft.tsx'
import { useOpened } from '../../../parts/use-opened.ts'
import { contactsText } from '../words.ts'
import { CircleDot } from './circle-dot.tsx'
import type { CircleDialogKind } from './dialogs.tsx'
import { t } from '../../../texts/texts.ts'
import { number } from '../../../texts/numbers.ts'

const CircleDialogs = lazy(() => import('./dialogs.tsx'))

const NONE: readonly never[] = []

/** Lists circles; creates, edits and deletes them, and manages their members. */
export default function CirclesTab() {
  const { value, ...view } = useCircles()
  const circles = value ?? NONE
  const opened = useOpened<CircleDialogKind>()
  const [message, setMessage] = useState('')
  const toast = useToast()
  const offline = useConnectivity() === 'offline'
  const full = circles.length >= CIRCLES_MAX
  const done = (text: string) => {
    setMessage(text)
    toast({ tone: 'credit', title: text })
    opened.close()
  }
  const create = (
    <Button
      size="sm"
      disabled={full}
      icon={<Plus />}
      onClick={(event) => opened.open({ kind: 'create' }, event.currentTarget)}
    >
      {t('Create Circle')}
    </Button>
  )
  return (
    <div className="grid grid-cols-1 gap-6">
      <CircleStats circles={figuresOf({ value, ...view })} />
      <RefreshFailed {...view} />
      {offline && value !== null && (
        <Banner tone="warning" live="status">
          {t('You are offline. What you change waits on this device and is sent when you are back.')}
        </Banner>
      )}
      {opened.what === null && (
        <OfferedForm
          name="circle"
          question={t('Continue creating the circle you began?')}
          onTakeUp={() => opened.replace({ kind: 'create' })}
        />
      )}
      <Card
        title={t('Circle Administration')}
        aside={
          <span className="flex flex-wrap items-center gap-3">
            <Age {...view} />
            {create}
          </span>
        }
        aria-busy={value === null}
      >
        {full && (
          <p className="mb-3 text-sm text-muted">
            {t('You can have at most {circlesMax} circles.', { circlesMax: CIRCLES_MAX })}
          </p>
        )}
        <NotYet what={t('circles')} {...view}>
          <Skeletons
            count={3}
            each="h-36 w-full rounded-card!"
            className="gap-4 sm:grid-cols-2 lg:grid-cols-3"
          />
        </NotYet>
        {value?.length === 0 && (
          <EmptyState icon={<UsersRound />} title={t('No circles yet')} action={create}>
            {t('Put contacts together: family, friends, colleagues.')}
          </EmptyState>
        )}
        <ul aria-label={t('Circles')} className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {circles.map((circle) => (
            <CircleCard key={circle.id} circle={circle} onOpen={opened.open} />
          ))}
        </ul>
        <output className="sr-only">{message}</output>
      </Card>
      {opened.what !== null && (
        <Suspense>
          <CircleDialogs circles={circles} what={opened.what} onDone={done} onClose={opened.close} />
        </Suspense>
      )}
    </div>
  )
}

function CircleStats({ circles }: { circles: readonly Circle[] | null | undefined }) {
  const counts = (circles ?? []).map(({ member_count }) => member_count)
  const largest = circles?.toSorted((one, other) => other.member_count - one.member_count)[0]
  const of = (value: number) => circles && number(value)
  return (
    <section aria-label={t('Overview')} className="grid grid-cols-1 gap-3 sm:grid-cols-3 sm:gap-4">
      <Stat label={t('Total Circles')} value={of(counts.length)} />
      <Stat
        label={t('Memberships')}
        value={of(counts.reduce((sum, count) => sum + count, 0))}
        detail={t('A contact counts in each circle')}
      />
      <Stat
        label={t('Largest Circle')}
        value={
          circles && (
            <bdi translate="no" className="line-clamp-1 wrap-anywhere">
              {largest && largest.member_count > 0 ? largest.name : '—'}
            </bdi>
          )
        }
        detail={largest && largest.member_count > 0 ? contactsText(largest.member_count) : undefined}
      />
    </section>
  )
}

function CircleCard({
  circle,
  onOpen,
}: {
  circle: Circle
  onOpen: (what: CircleDialogKind, from: HTMLElement) => void
}) {
  const { id, name, description, color, member_count } = circle
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-raised p-4">
      <div className="flex items-start gap-3">
        <CircleDot color={color} large />
        <div className="min-w-0 flex-1">
          <h3 className="font-bold">
            <bdi translate="no" className="line-clamp-2 wrap-anywhere">
              {name}
            </bdi>
          </h3>
          <p className="text-sm text-muted">{contactsText(member_count)}</p>
        </div>
        <IconButton
          label={t('Ask {name} for money', { name })}
          icon={<HandHelping />}
          disabled={member_count === 0}
          onClick={(event) => onOpen({ kind: 'ask', id }, event.currentTarget)}
        />
      </div>
      {description !== '' && (
        <p dir="auto" className="line-clamp-3 text-sm text-muted wrap-anywhere">
          {description}
        </p>
      )}
      <div className="mt-auto flex items-center justify-between gap-2">
        <Button
          variant="secondary"
          size="sm"
          icon={<UserRoundCog />}
          aria-label={t('Manage members of {name}', { name })}
          onClick={(event) => onOpen({ kind: 'members', id }, event.currentTarget)}
        >
          {t('Manage Members')}
        </Button>
        <span className="flex">
          <IconButton
            label={t('Edit {name}', { name })}
            icon={<Pencil />}
            onClick={(event) => onOpen({ kind: 'edit', id }, event.currentTarget)}
          />
          <IconButton
            label={t('Delete {name}', { name })}
            icon={<Trash2 />}
            onClick={(event) => onOpen({ kind: 'delete', id }, event.currentTarget)}
          />
        </span>
      </div>
    </li>
  )
}
