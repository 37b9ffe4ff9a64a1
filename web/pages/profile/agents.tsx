import { Bot } from 'lucide-react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { t } from '../../texts/texts.ts'

interface Agent {
  readonly name: string
  readonly does: string
  readonly state: string
  readonly tone: Tone
  /** Link to its settings; null when it is not available yet. */
  readonly action: { readonly label: string; readonly to: string } | null
}

/** The agents are rules; each is configured on the page that shows its results. */
const AGENTS: readonly Agent[] = [
  {
    name: t('Bill Optimization'),
    does: t('Compares your plans with what you use and tells you what would cost less.'),
    state: t('Active'),
    tone: 'credit',
    action: { label: t('Configure'), to: '/devices?tab=insights' },
  },
  {
    name: t('Investment'),
    does: t('Pays your bills from what your pools return.'),
    state: t('Ready'),
    tone: 'primary',
    action: { label: t('Deploy'), to: '/investments' },
  },
  {
    name: t('Energy Optimization'),
    does: t('Will do the same for your energy bills.'),
    state: t('Coming Q2 2024'),
    tone: 'neutral',
    action: null,
  },
  {
    name: t('Data Subscription'),
    does: t('Will offer what you allow on the data marketplace.'),
    state: t('Coming Q3 2024'),
    tone: 'neutral',
    action: null,
  },
]

export function Agents() {
  return (
    <Card title={t('AI Agent Preferences')}>
      <ul aria-label={t('Agents')} className="grid divide-y divide-line">
        {AGENTS.map(({ name, does, state, tone, action }) => (
          <li
            key={name}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0"
          >
            <div className="flex min-w-0 flex-1 basis-56 gap-3">
              <Bot className="mt-0.5 size-5 shrink-0 text-primary" />
              <div className="min-w-0">
                <div className="flex flex-wrap items-center gap-2 font-semibold">
                  <span>{name}</span>
                  {action !== null && <Badge tone={tone}>{state}</Badge>}
                </div>
                <p className="text-sm text-muted">{does}</p>
              </div>
            </div>
            {action === null ? (
              <Button variant="secondary" size="sm" disabled className="max-sm:ms-8">
                {state}
              </Button>
            ) : (
              <ButtonLink to={action.to} variant="secondary" size="sm" className="max-sm:ms-8">
                {action.label}
                <VisuallyHidden> {name}</VisuallyHidden>
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
