import { dollars } from '../../texts/money.ts'
import { Lightbulb, UsersRound } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Insight } from '../../../api/contract/device-usage.ts'
import { useCached } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { useCircles, useContacts } from '../../data/contacts.ts'
import { insights } from '../../data/devices.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OutcomeBanner, useOutcome } from '../devices/outcome-banner.tsx'
import { useOpened } from '../../parts/use-opened.ts'
import { Age, NotYet } from '../../parts/freshness.tsx'
import { type CircleSuggestion, suggestCircle } from './circle-suggestion.ts'
import { optimizationOf } from './optimization.ts'
import { t } from '../../texts/texts.ts'

const ApplyDialog = lazy(() => import('./apply-dialog.tsx'))
const CircleDialog = lazy(async () => {
  const { CircleDialog } = await import('../contacts/circles/circle-dialog.tsx')
  return { default: CircleDialog }
})

/** The open dialog and its subject, which stays the same while the data behind it refreshes. */
type Doing =
  | { readonly what: 'apply'; readonly insight: Insight }
  | { readonly what: 'circle'; readonly suggestion: CircleSuggestion | null }

/** The best saving on the telecom bill and a suggested circle, each with its button. */
export function IntelligentInsights() {
  const { value, ...view } = useCached(insights)
  const contacts = useContacts().value ?? []
  const circles = useCircles().value ?? []
  const offline = useConnectivity() === 'offline'
  const { what: doing, open, close } = useOpened<Doing>()
  const { outcome, tell, dismiss } = useOutcome()
  const best = value === null ? null : optimizationOf(value)
  const suggestion = suggestCircle(contacts, circles)
  const done = (title: string) => {
    close()
    tell({ tone: 'credit', title })
  }
  return (
    <Card title={t('Intelligent Insights')} aside={<Age {...view} />}>
      <div className="grid grid-cols-1 gap-4">
        <OutcomeBanner outcome={outcome} onDismiss={dismiss} />
        <NotYet what={t('insights')} {...view}>
          <Skeleton className="h-32 w-full rounded-control!" />
        </NotYet>
        {best !== null && (
          <Suggestion
            icon={<Lightbulb />}
            title={best.title}
            badge={
              best.insight !== null && best.insight.potential_savings_cents > 0 ? (
                <Badge tone="credit">
                  {t('Save {potentialSavingsCents} a month', {
                    potentialSavingsCents: dollars(best.insight.potential_savings_cents),
                  })}
                </Badge>
              ) : null
            }
            text={best.text}
            action={
              <Button
                size="sm"
                disabled={best.insight === null || offline}
                onClick={(event) => {
                  if (best.insight !== null)
                    open({ what: 'apply', insight: best.insight }, event.currentTarget)
                }}
              >
                {t('Apply Optimization')}
              </Button>
            }
          />
        )}
        <Suggestion
          icon={<UsersRound />}
          title={
            suggestion === null
              ? t('Group your contacts')
              : t('A circle for {name}', { name: suggestion.who })
          }
          badge={null}
          text={
            suggestion === null
              ? t('Circles keep the people you call together: family, a team, a club.')
              : t('{count} of your contacts are {name}, and there is no circle for them yet.', {
                  count: suggestion.contacts.length,
                  name: suggestion.who,
                })
          }
          action={
            <Button
              variant="secondary"
              size="sm"
              onClick={(event) => open({ what: 'circle', suggestion }, event.currentTarget)}
            >
              {t('Create Circle')}
            </Button>
          }
        />
        <p className="text-sm text-muted">
          {offline && <span>{t('You are offline; applying needs a connection. ')}</span>}
          <span>{t('From fixed rules and forecasts over your own usage.')}</span>
        </p>
      </div>
      <Suspense>
        {doing?.what === 'apply' && <ApplyDialog insight={doing.insight} onClose={close} onApplied={done} />}
        {doing?.what === 'circle' && (
          <CircleDialog circle={null} suggestion={doing.suggestion} onDone={done} onClose={close} />
        )}
      </Suspense>
    </Card>
  )
}

function Suggestion({
  icon,
  title,
  badge,
  text,
  action,
}: {
  icon: ReactNode
  title: string
  badge: ReactNode
  text: string
  action: ReactNode
}) {
  return (
    <article aria-label={title} className="grid grid-cols-1 gap-2 rounded-control border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="flex items-center gap-2.5 font-semibold">
          <span className="text-primary [&>svg]:size-5">{icon}</span>
          {title}
        </h3>
        {badge}
      </div>
      <p className="text-[0.9375rem] text-muted">{text}</p>
      <div>{action}</div>
    </article>
  )
}
