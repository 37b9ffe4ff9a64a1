import { dollars } from '../../../../api/contract/money.ts'
import type { ReactNode } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { ButtonLink } from '../../../parts/button-link.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { longMonth } from '../../../ui/time-format.ts'
import { Age } from '../../../parts/freshness.tsx'
import { Cents } from '../cents.tsx'
import { MarketNotice } from '../market.tsx'
import { EXPECTED_RETURN, longDay, POOL_TYPES, RISK_PROFILES } from '../words.ts'
import type { Action } from './actions.ts'
import { centsOf } from './amounts.ts'
import { useUsdBalance } from './use-money.ts'
import { typedDollars } from './words.ts'

/** Everything that will happen, before it does. */
export function ReviewStep({ action }: { action: Action }) {
  switch (action.kind) {
    case 'create':
      return (
        <>
          <Headline name="You invest">{typedDollars(action.initial)}</Headline>
          <Facts>
            <Fact name="Pool name">{action.name}</Fact>
            <Fact name="Pool type">{POOL_TYPES[action.type]}</Fact>
            <Fact name="Risk profile">{RISK_PROFILES[action.risk]}</Fact>
            <Fact name="Expected annual return">{EXPECTED_RETURN[action.risk]}</Fact>
            <Fact name="Target monthly yield">
              {action.target.trim() === '' ? 'None' : typedDollars(action.target)}
            </Fact>
            <Fact name="Automatic bill payment">{action.autoPay ? 'On' : 'Off'}</Fact>
            <FromWallet cents={centsOf(action.initial) ?? 0} />
            <Fact name="Fee">Free</Fact>
          </Facts>
          <Short cents={centsOf(action.initial) ?? 0} />
          <MarketNotice />
        </>
      )
    case 'add':
      return (
        <>
          <Headline name="You add">{typedDollars(action.amount)}</Headline>
          <Facts>
            <Fact name="To the pool">{action.pool.name}</Fact>
            <FromWallet cents={centsOf(action.amount) ?? 0} />
            <Fact name="Fee">Free</Fact>
          </Facts>
          <Short cents={centsOf(action.amount) ?? 0} />
          <MarketNotice />
        </>
      )
    case 'withdraw':
      return (
        <>
          <Headline name="You withdraw">{typedDollars(action.amount)}</Headline>
          <Facts>
            <Fact name="From the pool">{action.pool.name}</Fact>
            <Fact name="To">Your USD balance</Fact>
            <Fact name="Taken from">Its cash first, then units are sold</Fact>
            <Fact name="Fee">Free</Fact>
          </Facts>
        </>
      )
    case 'close':
      return (
        <>
          <Headline name="You receive about">{dollars(action.valueCents)}</Headline>
          <Facts>
            <Fact name="Pool">{action.pool.name}</Fact>
            <Fact name="To">Your USD balance</Fact>
            <Fact name="Exact amount">Counted when the units are sold</Fact>
            <Fact name="Fee">Free</Fact>
          </Facts>
          <Banner tone="warning" title="A closed pool stays closed">
            It no longer earns and pays no more bills. Its history stays.
          </Banner>
        </>
      )
    case 'pay':
      return (
        <>
          <Headline name="You pay">{dollars(action.bill.amountCents)}</Headline>
          <Facts>
            <Fact name="To">{action.bill.title}</Fact>
            <Fact name="For">{longMonth(action.bill.period)}</Fact>
            <Fact name="Due">{longDay(action.bill.dueOn)}</Fact>
            <FromWallet cents={action.bill.amountCents} />
            <Fact name="Fee">Free</Fact>
          </Facts>
          <Short cents={action.bill.amountCents} />
          <p className="text-sm text-muted">
            It is paid in full from your USD wallet at once; your pools are left alone.
          </p>
        </>
      )
    case 'wallet_fallback':
      return (
        <p>
          {action.allowed
            ? 'When the dividends and gains of your pools do not cover a bill, auto-pay takes what is missing from your USD wallet. Pools still pay first, and a bill is paid in full or not at all.'
            : 'Auto-pay uses the dividends and gains of your pools only. A bill that they do not cover waits for you.'}
        </p>
      )
    case 'settings':
      // Saved from its form, without a review.
      return null
    default:
      return action satisfies never
  }
}

function Headline({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="rounded-control bg-sunken py-5 text-center">
      <div className="text-sm text-muted">{name}</div>
      <div className="text-4xl font-bold tracking-tight tabular">{children}</div>
    </div>
  )
}

/** Where the money comes from and what is left there. */
function FromWallet({ cents }: { cents: number }) {
  const { cents: balance, state, asOf } = useUsdBalance()
  return (
    <>
      <Fact name="From your USD balance">
        {balance === null ? 'Not known' : <Cents cents={balance} />}
        <span className="block">
          <Age state={state} asOf={asOf} />
        </span>
      </Fact>
      {balance !== null && balance >= cents && (
        <Fact name="Left afterwards">
          <Cents cents={balance - cents} />
        </Fact>
      )}
    </>
  )
}

/** Says that the balance does not suffice, where that is known. */
function Short({ cents }: { cents: number }) {
  const { cents: balance } = useUsdBalance()
  if (balance === null || balance >= cents) return null
  return (
    <Banner
      tone="warning"
      title="Your USD balance is too low"
      action={
        <ButtonLink to="/wallet" variant="secondary" size="sm">
          Go to your wallet
        </ButtonLink>
      }
    >
      Add funds first; what you entered is kept.
    </Banner>
  )
}
