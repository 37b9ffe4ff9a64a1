import { Coins, PiggyBank, ReceiptText } from 'lucide-react'
import { Card } from '../../ui/card.tsx'
import { useMarket } from './market.tsx'
import { RoundIcon } from '../../ui/round-icon.tsx'
import { t } from '../../texts/texts.ts'

const STEPS = [
  {
    Icon: PiggyBank,
    title: t('Create a pool'),
    text: t(
      'Choose what it invests in and how much risk it takes. It starts with $100 or more from your USD wallet.',
    ),
  },
  {
    Icon: Coins,
    title: t('Let it earn'),
    text: t('Pools are valued every day. Dividends stay in the pool as cash, ready for bills.'),
  },
  {
    Icon: ReceiptText,
    title: t('Bills pay themselves'),
    text: t(
      'From three days before a bill is due, pools with auto-pay pay it: dividends first, then gains. What you invested is left alone.',
    ),
  },
] as const

/** Explains in steps how pools pay bills. */
export function HowItWorks() {
  const market = useMarket()
  return (
    <Card title={t('How it works')}>
      <ol className="grid gap-5 md:grid-cols-3">
        {STEPS.map(({ Icon, title, text }, place) => (
          <li key={title} className="flex gap-3">
            <RoundIcon className="size-10">
              <Icon className="size-5" />
            </RoundIcon>
            <div className="min-w-0">
              <h3 className="font-bold">
                {place + 1}. {title}
              </h3>
              <p className="text-[0.9375rem] text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      {market?.simulated && (
        <p className="mt-5 text-sm text-muted">
          {t('Prices and dividends here are simulated. No real securities are bought or sold.')}
        </p>
      )}
    </Card>
  )
}
