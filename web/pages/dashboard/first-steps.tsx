import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Pool } from '../../../api/contract/pools.ts'
import { useCached } from '../../data/cached.ts'
import { subscriber } from '../../data/devices.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useUsdBalance } from '../pools/action/use-money.ts'
import { type FirstStep, firstSteps } from './steps.ts'
import { t } from '../../texts/texts.ts'

/** The first steps of a new account; nothing once there is a pool and a device. */
export function FirstSteps({
  pools,
  onCreate,
}: {
  pools: readonly Pool[] | null
  onCreate: (from: HTMLElement) => void
}) {
  const { cents } = useUsdBalance()
  const { value } = useCached(subscriber)
  const steps = firstSteps({
    balance_cents: cents,
    pools: pools === null ? null : pools.filter(({ status }) => status === 'open').length,
    devices: value?.device_count ?? null,
  })
  if (steps.length === 0) return null
  return (
    <Card title={t('First steps')}>
      <ol className="grid gap-4 md:grid-cols-3">
        {steps.map((step, place) => (
          <Step key={step.name} step={step} place={place} onCreate={onCreate} />
        ))}
      </ol>
    </Card>
  )
}

function Step({
  step: { name, done },
  place,
  onCreate,
}: {
  step: FirstStep
  place: number
  onCreate: (from: HTMLElement) => void
}) {
  const { title, text } = WORDS[name]
  const actions: Readonly<Record<FirstStep['name'], ReactNode>> = {
    fund: (
      <ButtonLink to="/wallet" size="sm">
        {t('Go to your wallet')}
      </ButtonLink>
    ),
    device: (
      <ButtonLink to="/devices" variant="secondary" size="sm">
        {t('Add a device')}
      </ButtonLink>
    ),
    pool: (
      <Button variant="secondary" size="sm" onClick={(event) => onCreate(event.currentTarget)}>
        {t('Create your first pool')}
      </Button>
    ),
  }
  return (
    <li className="flex flex-col gap-2 rounded-control border border-line p-4">
      <h3 className="flex items-center gap-2 font-semibold">
        {done ? (
          <CircleCheck className="size-5 text-credit" />
        ) : (
          <span
            aria-hidden="true"
            className="grid size-5 place-items-center rounded-full bg-primary-soft text-xs font-bold text-primary"
          >
            {place + 1}
          </span>
        )}
        <span>{title}</span>
        {done && <VisuallyHidden> {t('(done)')}</VisuallyHidden>}
      </h3>
      <p className="text-[0.9375rem] text-muted">{text}</p>
      {!done && <div className="mt-auto pt-1">{actions[name]}</div>}
    </li>
  )
}

const WORDS: Readonly<Record<FirstStep['name'], { readonly title: string; readonly text: string }>> = {
  fund: { title: t('Add money'), text: t('A pool starts with $100 from your USD wallet.') },
  device: { title: t('Add a device'), text: t('Your telecom plan is the bill that pools pay first.') },
  pool: { title: t('Create a pool'), text: t('What it earns pays the bill, by itself.') },
}
