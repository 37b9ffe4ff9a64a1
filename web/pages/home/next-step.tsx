import { CircleCheck, CircleDot } from 'lucide-react'
import type { ReactNode } from 'react'
import { decimalOf } from '../../../api/contract/money.ts'
import { personText } from '../../../api/contract/person.ts'
import { bills } from '../../data/bills.ts'
import { useCached, useList } from '../../data/cached.ts'
import { subscriber } from '../../data/devices.ts'
import { allUnsettledIntents } from '../../data/intents.ts'
import { pools } from '../../data/pools.ts'
import { incomingRequests } from '../../data/requests.ts'
import { useStored } from '../../data/use-stored.ts'
import { isAbandoned } from '../../flow/recorded.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Amount } from '../../parts/hidden-balances.tsx'
import { useNow } from '../../parts/use-now.ts'
import { rich } from '../../texts/rich.tsx'
import { t } from '../../texts/texts.ts'
import { calendarDate, longDate } from '../../ui/time-format.ts'
import { titleOf } from '../bills/bill-words.ts'
import { useUsdBalance } from '../pools/action/use-money.ts'
import { requesterOf } from '../requests/people.ts'
import { amountOf } from '../requests/words.ts'
import { NextStepFrame } from './next-step-frame.tsx'
import { type Waiting, waitingFor } from './waiting.ts'

const usd = (decimal: string) => <Amount amount={decimal} currency="USD" />

/** What waits for the member, above the page that everybody sees. */
export default function NextStep() {
  const now = useNow()
  const unsettled = useStored('all', allUnsettledIntents) ?? []
  const wallet = useUsdBalance()
  const requests = useList(incomingRequests)
  const due = useList(bills)
  const investing = useCached(pools)
  const line = useCached(subscriber)
  const waiting = waitingFor({
    unsettled: unsettled.filter((intent) => isAbandoned(intent, now)).map(({ kind }) => kind),
    balance_cents: wallet.cents,
    requests: requests.asOf === null ? null : requests.rows,
    bills: due.asOf === null ? null : due.rows,
    pools: investing.value?.filter(({ status }) => status === 'open').length ?? null,
    devices: line.value?.device_count ?? null,
    now,
  })
  if (waiting === null) {
    const isLost = [wallet, requests, due, investing, line].some(({ state }) => state === 'never')
    return isLost ? null : <NextStepFrame />
  }
  const { title, text, to, action } = wordsOf(waiting, wallet.cents ?? 0)
  const isDone = waiting.what === 'nothing'
  return (
    <NextStepFrame>
      <span className={isDone ? 'text-credit' : 'text-primary'} aria-hidden="true">
        {isDone ? <CircleCheck className="size-6" /> : <CircleDot className="size-6" />}
      </span>
      <div className="min-w-0 grow basis-60">
        <h2 className="text-lg leading-snug font-bold wrap-anywhere">{title}</h2>
        <p className="text-muted">{text}</p>
      </div>
      <ButtonLink to={to} variant={isDone ? 'secondary' : 'primary'} className="max-sm:w-full">
        {action}
      </ButtonLink>
    </NextStepFrame>
  )
}

interface Words {
  readonly title: ReactNode
  readonly text: ReactNode
  readonly to: string
  readonly action: string
}

const wordsOf = (waiting: Waiting, cents: number): Words => {
  switch (waiting.what) {
    case 'unsettled':
      return {
        title: t('You sent something whose outcome is not known yet'),
        text: t('No answer had come when you left. Nothing is sent twice.'),
        to: waiting.to,
        action: t('Check what happened'),
      }
    case 'overdrawn':
      return {
        title: t('Your USD wallet is below zero'),
        text: t('Add money to use it again.'),
        to: '/wallet?add=1',
        action: t('Add Funds'),
      }
    case 'requests': {
      const [first, ...more] = waiting.requests
      if (more.length > 0)
        return {
          title: t('{count} requests for money wait for your answer', { count: waiting.requests.length }),
          text: t('You may pay or decline each of them.'),
          to: '/wallet',
          action: t('Answer them'),
        }
      return {
        title: rich('{name} asks you for {amount}', {
          name: <bdi translate="no">{personText(requesterOf(first))}</bdi>,
          amount: usd(amountOf(first)),
        }),
        text: t('You can answer until {day}.', { day: longDate(Date.parse(first.expires_at)) }),
        to: '/wallet',
        action: t('Answer'),
      }
    }
    case 'bill': {
      const { bill } = waiting
      const values = { amount: usd(decimalOf(BigInt(bill.amount_cents), 2)), day: calendarDate(bill.due_on) }
      return {
        title: titleOf(bill),
        text:
          bill.status === 'past_due'
            ? rich('{amount} was due on {day} and is not paid.', values)
            : rich('Your pools could not pay {amount}. It is due on {day}.', values),
        to: `/investments?bill=${bill.id}`,
        action: t('See the bill'),
      }
    }
    case 'fund':
      return {
        title: t('Put money into your wallet'),
        text: t('By bank transfer or card, to send or to invest.'),
        to: '/wallet?add=1',
        action: t('Add Funds'),
      }
    case 'device':
      return {
        title: t('Add your first device'),
        text: t('Its plan is a monthly bill that your pools can pay.'),
        to: '/devices',
        action: t('Add a device'),
      }
    case 'pool':
      return {
        title: t('Create your first pool'),
        text: t('What it earns pays your bills.'),
        to: '/investments',
        action: t('Go to your pools'),
      }
    case 'nothing':
      return {
        title: t('Nothing waits for you'),
        text: rich('You have {amount} in your USD wallet.', { amount: usd(decimalOf(BigInt(cents), 2)) }),
        to: '/wallet',
        action: t('Go to your wallet'),
      }
    default:
      return waiting satisfies never
  }
}
