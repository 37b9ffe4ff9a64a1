import { ArrowLeft, RefreshCw } from 'lucide-react'
import { lazy, type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { YutBalance } from '../../../api/contract/token.ts'
import { useCached } from '../../data/cached.ts'
import { refreshWatched } from '../../data/watched.ts'
import { yutBalance } from '../../data/token.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { FlowMember } from '../../flow/create-flow.ts'
import { FlowPlace, useFlow, useIsOpen } from '../../flow/flow-place.tsx'
import { Age, NeverLoaded, RefreshFailed } from '../../parts/freshness.tsx'
import type { SendFlow } from '../wallet/send/flow.ts'
import type { Send } from '../wallet/send/send-place.tsx'
import { type ActionFlow, actionFlowOf } from './action/flow.ts'
import { type Action, EMPTY_PROPOSAL } from './action/machine.ts'
import { wordsOf } from './action/words.ts'
import { YutFigure } from './figure.tsx'
import { Governance } from '../governance/governance.tsx'
import { Notice } from './notice.tsx'
import { Rewards } from './rewards.tsx'
import { Stake } from './stake.tsx'
import { TokenTransactions } from './transactions.tsx'
import { Transfer } from './transfer.tsx'
import { t } from '../../texts/texts.ts'

const ActionDialog = lazy(() => import('./action/action-dialog.tsx'))

type TabName = 'overview' | 'stake' | 'governance' | 'transfer'

/** The refresh spinner runs one second. */
const SPIN_MS = 1_000

/** The member's tokens: what they have, what they can do with them, and what they decide with them. */
export default function TokenPanel({ member, send }: { member: FlowMember; send: Send }) {
  const { value: balance, ...view } = useCached(yutBalance)
  const handle = useFlow(actionFlowOf(member))
  const { flow, open, from: comeBackTo } = handle
  const last = useStore(flow.store, (current) => (current.step === 'closed' ? current.last : null))
  const isSending = useIsOpen(send.flow)
  const busy = open || isSending
  const [spent, setSpent] = useState(0)
  useOutcomeToasts(flow)
  useEffect(() => onSpent(flow, send.flow, () => setSpent((times) => times + 1)), [flow, send.flow])
  const panel = useRef<HTMLDivElement>(null)
  const [tab, setTab] = useState<TabName>('overview')
  const go = (next: TabName) => {
    setTab(next)
    flow.dispatch({ type: 'dismissed' })
  }
  /** From within a tab that goes away: the focus goes to the tab that comes. */
  const leaveTo = (next: TabName) => {
    panel.current?.querySelector<HTMLElement>(`[role=tab][id$="trigger-${next}"]`)?.focus()
    go(next)
  }
  const act = (action: Action, from: HTMLElement) => {
    comeBackTo(from)
    flow.dispatch({ type: 'reviewed', intent: { action, key: crypto.randomUUID() } })
  }
  const compose = (from: HTMLElement) => {
    comeBackTo(from)
    flow.dispatch({ type: 'composed', draft: EMPTY_PROPOSAL })
  }
  const never = balance === null && view.state === 'never'
  const away = (content: ReactNode) => (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <Button
          variant="quiet"
          size="sm"
          className="-ms-3"
          icon={<ArrowLeft aria-hidden="true" className="size-4" />}
          onClick={() => leaveTo('overview')}
        >
          {t('Back to Overview')}
        </Button>
      </div>
      {content}
    </div>
  )
  return (
    <Card
      title={t('YUT Token')}
      aside={
        // As wide with an age as without one, so that its edge does not move when the age goes.
        <span className="flex items-center justify-end gap-2 min-[22rem]:min-w-40">
          <Age {...view} />
          <RefreshButton />
        </span>
      }
      aria-busy={balance === null && !never}
    >
      <div ref={panel} className="grid grid-cols-1 gap-5">
        <FlowPlace
          handle={handle}
          title={t('A token action was interrupted')}
          describe={({ action }) => wordsOf(action).going}
        >
          <ActionDialog flow={flow} />
        </FlowPlace>
        <RefreshFailed {...view} />
        {never ? <NeverLoaded what={t('tokens')} {...view} /> : <Figures balance={balance} />}
        {last !== null && (
          <Notice
            outcome={last}
            locked={balance?.locked ?? null}
            unstakable={balance?.unstakable_balance ?? null}
            onDismiss={() => flow.dispatch({ type: 'dismissed' })}
            onSeeProposal={() => leaveTo('governance')}
          />
        )}
        <Tabs<TabName>
          label={t('Token')}
          value={tab}
          onChange={go}
          tabs={[
            {
              value: 'overview',
              label: t('Overview'),
              content: (
                <div className="grid gap-6">
                  {balance !== null && (
                    <Rewards
                      // Counted on from each answer of the server anew.
                      key={balance.rewards_as_of}
                      balance={balance}
                      live={view.state === 'live'}
                      busy={busy}
                      onClaim={(amount, from) => act({ kind: 'claim', amount }, from)}
                    />
                  )}
                  <TokenTransactions />
                </div>
              ),
            },
            {
              value: 'stake',
              label: t('Stake'),
              content: away(<Stake balance={balance} busy={busy} spent={spent} onAct={act} />),
            },
            {
              value: 'governance',
              label: t('Governance'),
              content: away(
                <Governance
                  balance={balance}
                  busy={busy}
                  onAct={act}
                  onCompose={compose}
                  onStake={() => leaveTo('stake')}
                />,
              ),
            },
            {
              value: 'transfer',
              label: t('Transfer'),
              content: away(
                <Transfer
                  balance={balance}
                  busy={busy}
                  spent={spent}
                  onSend={(draft, from) => send.review(from, { variant: 'token', currency: 'YUT', ...draft })}
                />,
              ),
            },
          ]}
        />
      </div>
    </Card>
  )
}

function Figures({ balance }: { balance: YutBalance | null }) {
  const figures = [
    { name: t('Available'), amount: balance?.balance, unit: 'YUT' },
    { name: t('Staked'), amount: balance?.staked_balance, unit: 'YUT' },
    { name: t('Governance Power'), amount: balance?.governance_power, unit: 'votes' },
  ] as const
  return (
    <dl className="grid gap-2 sm:grid-cols-3 sm:gap-3">
      {figures.map(({ name, amount, unit }) => (
        <div
          key={name}
          className="flex items-baseline justify-between gap-1 rounded-control bg-sunken px-4 py-2.5 sm:flex-col sm:py-3"
        >
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="text-lg font-bold tracking-tight sm:text-xl">
            {amount === undefined ? (
              <Skeleton className="h-7 w-20" />
            ) : (
              <YutFigure amount={amount} unit={unit} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function RefreshButton() {
  const [spinning, setSpinning] = useState(false)
  useEffect(() => {
    if (!spinning) return
    const timer = setTimeout(setSpinning, SPIN_MS, false)
    return () => clearTimeout(timer)
  }, [spinning])
  return (
    <>
      <IconButton
        label={t('Refresh tokens')}
        aria-disabled={spinning || undefined}
        icon={
          spinning ? <Spinner className="text-base" /> : <RefreshCw aria-hidden="true" className="size-4.5" />
        }
        onClick={() => {
          if (spinning) return
          setSpinning(true)
          refreshWatched()
        }}
      />
      <output className="sr-only">{spinning ? t('Refreshing') : ''}</output>
    </>
  )
}

/** Hears of each action and each token transfer that was done; returns how to stop. */
const onSpent = (actions: ActionFlow, sends: SendFlow, heard: () => void): (() => void) => {
  const stops = [
    actions.store.subscribe((state, before) => {
      if (state.step === 'closed' && state.last?.ok === true && before.step !== 'closed') heard()
    }),
    sends.store.subscribe((state, before) => {
      const token = state.step === 'success' && state.intent.draft.variant === 'token'
      if (token && before.step !== 'success') heard()
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

/** What came of an action is said in a toast, which goes after five seconds. */
const useOutcomeToasts = (flow: ActionFlow): void => {
  const toast = useToast()
  useEffect(
    () =>
      flow.store.subscribe((state, before) => {
        if (state.step !== 'closed' || state.last === null || before.step === 'closed') return
        const { last } = state
        toast(
          last.ok
            ? { tone: 'credit', title: wordsOf(last.intent.action).success }
            : { tone: 'debit', title: last.failure.reason ?? last.failure.message },
        )
      }),
    [flow, toast],
  )
}
