import { clsx } from 'clsx'
import { Check, X } from 'lucide-react'
import { Section } from './section.tsx'
import { t } from '../../texts/texts.ts'

const traditional = [
  t('Every bill comes out of your salary'),
  t('Money spent is money gone'),
  t('Due dates to remember, late fees to pay'),
  t('One login and one invoice per provider'),
]
const powered = [
  t('Returns pay the bill, your salary stays yours'),
  t('What you put in stays invested and can grow'),
  t('Paid on time by itself, with a reason when it can’t be'),
  t('One wallet, one statement for everything'),
]

export function Comparison() {
  return (
    <Section title={t('Two ways to pay a bill')}>
      <div className="grid gap-4 md:grid-cols-2 md:gap-6">
        <Way title={t('Traditional payments')} points={traditional} good={false} />
        <Way title={t('Investment-powered payments')} points={powered} good />
      </div>
    </Section>
  )
}

function Way({ title, points, good }: { title: string; points: readonly string[]; good: boolean }) {
  const Icon = good ? Check : X
  return (
    <div
      className={clsx(
        'rounded-card border p-6 sm:p-8',
        good ? 'border-primary bg-primary-soft' : 'border-line bg-surface',
      )}
    >
      <h3 className="text-xl font-bold">{title}</h3>
      <ul className="mt-5 grid gap-3.5">
        {points.map((point) => (
          <li key={point} className="flex gap-3">
            <Icon className={clsx('mt-0.5 size-5 shrink-0', good ? 'text-primary' : 'text-muted')} />
            <span className={good ? '' : 'text-muted'}>{point}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
