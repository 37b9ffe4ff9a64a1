import { t } from '../../texts/texts.ts'
import { percent } from '../../texts/exact-numbers.ts'
import { number } from '../../texts/numbers.ts'

const figures = () => [
  { value: percent('8.2'), label: t('average annual returns') },
  {
    value: number(127, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }),
    label: t('average monthly savings'),
  },
  { value: percent(100), label: t('automated bill payments') },
]

export function Figures() {
  return (
    <section aria-label={t('Statistics')} className="border-y border-line bg-surface">
      <dl className="page-width grid gap-8 py-10 text-center sm:grid-cols-3 sm:py-14">
        {figures().map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse gap-1">
            <dt className="text-muted">{label}</dt>
            <dd className="text-5xl font-bold tracking-tight text-primary tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
