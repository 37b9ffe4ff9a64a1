import { Check, PiggyBank, Smartphone } from 'lucide-react'
import { formatMoney } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'

/** A picture of the product: a pool's returns pay a bill. The figures are an example. */
export function HeroPicture() {
  return (
    <figure className="mx-auto w-full max-w-md rounded-[1.75rem] bg-primary-soft p-4 sm:p-7">
      <figcaption className="sr-only">
        {t(
          'Example: a pool worth $4,820.00 earned $35.00 this month, which paid the Tellepathy bill of $35.00.',
        )}
      </figcaption>
      <div aria-hidden="true" className="grid">
        <div className="rounded-card border border-line bg-raised p-5 shadow-card">
          <div className="flex items-center gap-3">
            <span className="grid size-10 place-items-center rounded-control bg-primary text-on-primary">
              <PiggyBank className="size-5" />
            </span>
            <div>
              <p className="text-sm font-semibold">{t('Phone bill pool')}</p>
              <p className="text-xs text-muted">{t('Dividend stocks · moderate')}</p>
            </div>
          </div>
          <p className="mt-4 text-4xl font-bold tracking-tight tabular">{formatMoney('4820.00', 'USD')}</p>
          <p className="mt-1 text-sm font-semibold text-credit tabular">{t('+$35.00 this month')}</p>
          <svg viewBox="0 0 320 72" className="mt-3 w-full" preserveAspectRatio="none">
            <path
              d="M0 60C30 58 42 50 66 50s34 8 60 0 40-22 66-22 30 8 56 2 40-20 72-24v66H0z"
              className="fill-chart/15"
            />
            <path
              d="M0 60C30 58 42 50 66 50s34 8 60 0 40-22 66-22 30 8 56 2 40-20 72-24"
              fill="none"
              className="stroke-chart"
              strokeWidth="2.5"
            />
          </svg>
        </div>
        <div className="mx-auto flex h-14 flex-col items-center">
          <span className="w-px flex-1 bg-primary" />
          <span className="rounded-full bg-primary px-3 py-1 text-xs font-semibold text-on-primary tabular">
            {t('$35.00 in returns')}
          </span>
          <span className="w-px flex-1 bg-primary" />
        </div>
        <div className="flex items-center gap-3 rounded-card border border-line bg-raised p-5 shadow-card">
          <span className="grid size-10 shrink-0 place-items-center rounded-control bg-primary-soft text-primary">
            <Smartphone className="size-5" />
          </span>
          <div className="min-w-0 flex-1">
            <p className="text-sm font-semibold">{t('Tellepathy bill')}</p>
            <p className="text-xs text-muted tabular">{t('$35.00 · due in 7 days')}</p>
          </div>
          <span className="inline-flex items-center gap-1 rounded-full bg-credit-soft px-2.5 py-1 text-xs font-semibold text-credit">
            <Check className="size-3.5" />
            {t('Paid')}
          </span>
        </div>
        <p className="pt-3 text-center text-xs text-muted">{t('An example, not a forecast')}</p>
      </div>
    </figure>
  )
}
