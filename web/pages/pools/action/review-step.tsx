import { dollars } from '../../../texts/money.ts'
import { Banner } from '../../../ui/banner.tsx'
import { ButtonLink } from '../../../parts/button-link.tsx'
import { Fact, Facts, Headline } from '../../../ui/facts.tsx'
import { calendarDate, longMonth } from '../../../ui/time-format.ts'
import { Age } from '../../../parts/freshness.tsx'
import { Cents } from '../cents.tsx'
import { MarketNotice } from '../market.tsx'
import { EXPECTED_RETURN, POOL_TYPES, RISK_PROFILES } from '../words.ts'
import type { Action } from './actions.ts'
import { centsOf } from './amounts.ts'
import { useUsdBalance } from './use-money.ts'
import { typedDollars } from './words.ts'
import { meant, t } from '../../../texts/texts.ts'

/** Review of the action before it is confirmed. */
export function ReviewStep({ action }: { action: Action }) {
  switch (action.kind) {
    case 'create':
      return (
        <>
          <Headline name={t('You invest')}>{typedDollars(action.initial)}</Headline>
          <Facts>
            <Fact name={t('Pool name')}>{action.name}</Fact>
            <Fact name={t('Pool type')}>{POOL_TYPES[action.type]}</Fact>
            <Fact name={t('Risk profile')}>{RISK_PROFILES[action.risk]}</Fact>
            <Fact name={t('Expected annual return')}>{EXPECTED_RETURN[action.risk]}</Fact>
            <Fact name={t('Target monthly yield')}>
              {action.target.trim() === '' ? t('None') : typedDollars(action.target)}
            </Fact>
            <Fact name={t('Automatic bill payment')}>{action.autoPay ? t('On') : t('Off')}</Fact>
            <FromWallet cents={centsOf(action.initial) ?? 0} />
            <Fact name={t('Fee')}>{t('Free')}</Fact>
          </Facts>
          <Short cents={centsOf(action.initial) ?? 0} />
          <MarketNotice />
        </>
      )
    case 'add':
      return (
        <>
          <Headline name={t('You add')}>{typedDollars(action.amount)}</Headline>
          <Facts>
            <Fact name={t('To the pool')}>{action.pool.name}</Fact>
            <FromWallet cents={centsOf(action.amount) ?? 0} />
            <Fact name={t('Fee')}>{t('Free')}</Fact>
          </Facts>
          <Short cents={centsOf(action.amount) ?? 0} />
          <MarketNotice />
        </>
      )
    case 'withdraw':
      return <Withdrawal pool={action.pool.name} amount={action.amount} />
    case 'close':
      return (
        <>
          <Headline name={t('You receive about')}>{dollars(action.valueCents)}</Headline>
          <Facts>
            <Fact name={t('Pool')}>{action.pool.name}</Fact>
            <Fact name={t('To')}>{t('Your USD balance')}</Fact>
            <Fact name={t('Exact amount')}>{t('Counted when the units are sold')}</Fact>
            <Fact name={t('Fee')}>{t('Free')}</Fact>
          </Facts>
          <Banner tone="warning" title={t('A closed pool stays closed')}>
            {t('It no longer earns and pays no more bills. Its history stays.')}
          </Banner>
        </>
      )
    case 'pay':
      return (
        <>
          <Headline name={t('You pay')}>{dollars(action.bill.amountCents)}</Headline>
          <Facts>
            <Fact name={t('To')}>{action.bill.title}</Fact>
            <Fact name={meant('the month of a bill', 'For')}>{longMonth(action.bill.period)}</Fact>
            <Fact name={t('Due')}>{calendarDate(action.bill.dueOn)}</Fact>
            <FromWallet cents={action.bill.amountCents} />
            <Fact name={t('Fee')}>{t('Free')}</Fact>
          </Facts>
          <Short cents={action.bill.amountCents} />
          <p className="text-sm text-muted">
            {t('It is paid in full from your USD wallet at once; your pools are left alone.')}
          </p>
        </>
      )
    case 'wallet_fallback':
      return (
        <p>
          {action.allowed
            ? t(
                'When the dividends and gains of your pools do not cover a bill, auto-pay takes what is missing from your USD wallet. Pools still pay first, and a bill is paid in full or not at all.',
              )
            : t(
                'Auto-pay uses the dividends and gains of your pools only. A bill that they do not cover waits for you.',
              )}
        </p>
      )
    case 'settings':
      // Submitted from its form, without a review.
      return null
    default:
      return action satisfies never
  }
}

function Withdrawal({ pool, amount }: { pool: string; amount: string }) {
  return (
    <>
      <Headline name={t('You withdraw')}>{typedDollars(amount)}</Headline>
      <Facts>
        <Fact name={t('From the pool')}>{pool}</Fact>
        <Fact name={t('To')}>{t('Your USD balance')}</Fact>
        <Fact name={t('Taken from')}>{t('Its cash first, then units are sold')}</Fact>
        <Fact name={t('Fee')}>{t('Free')}</Fact>
      </Facts>
      <p className="text-sm text-muted">
        {t(
          'The market sells nothing worth less than about a dollar. What a sale brings beyond your withdrawal stays in the pool as cash.',
        )}
      </p>
    </>
  )
}

/** The USD balance that pays, and what is left of it. */
function FromWallet({ cents }: { cents: number }) {
  const { cents: balance, state, asOf } = useUsdBalance()
  return (
    <>
      <Fact name={t('From your USD balance')}>
        {balance === null ? <span>{t('Not known')}</span> : <Cents cents={balance} />}
        <span className="block">
          <Age state={state} asOf={asOf} />
        </span>
      </Fact>
      {balance !== null && balance >= cents && (
        <Fact name={t('Left afterwards')}>
          <Cents cents={balance - cents} />
        </Fact>
      )}
    </>
  )
}

/** Warns that the balance is too low; nothing while the balance is unknown. */
function Short({ cents }: { cents: number }) {
  const { cents: balance } = useUsdBalance()
  if (balance === null || balance >= cents) return null
  return (
    <Banner
      tone="warning"
      title={t('Your USD balance is too low')}
      action={
        <ButtonLink to="/wallet" variant="secondary" size="sm">
          {t('Go to your wallet')}
        </ButtonLink>
      }
    >
      {t('Add funds first; what you entered is kept.')}
    </Banner>
  )
}
