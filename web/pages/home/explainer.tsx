import { PiggyBank, ReceiptText, TrendingUp } from 'lucide-react'
import { Section } from './section.tsx'
import { t } from '../../texts/texts.ts'

const steps = [
  {
    Icon: PiggyBank,
    title: t('Create pools'),
    text: t('Start with $100. Choose what the pool invests in and how much risk it may take.'),
  },
  {
    Icon: TrendingUp,
    title: t('Generate returns'),
    text: t('Dividends and capital gains collect in the pool. You see every cent and where it came from.'),
  },
  {
    Icon: ReceiptText,
    title: t('Auto-pay bills'),
    text: t('When a bill is due, the returns pay it. What you invested stays invested.'),
  },
]

export function Explainer() {
  return (
    <Section
      title={t('How it works')}
      lead={t('Set it up once. After that, a month without bills to think about.')}
    >
      <ol className="grid gap-4 md:grid-cols-3 md:gap-6">
        {steps.map(({ Icon, title, text }, index) => (
          <li key={title} className="rounded-card border border-line bg-surface p-6 shadow-card">
            <div className="flex items-center justify-between">
              <span
                aria-hidden="true"
                className="grid size-12 place-items-center rounded-control bg-primary-soft text-primary"
              >
                <Icon className="size-6" />
              </span>
              <span aria-hidden="true" className="text-4xl font-bold text-control tabular">
                {index + 1}
              </span>
            </div>
            <h3 className="mt-5 text-xl font-bold">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
