import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { YutBalance } from '../../../api/contract/token.ts'
import { Button } from '../../ui/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type FlowHandle, useIsOpen } from '../../flow/flow-place.tsx'
import { useConcluded } from '../../flow/use-concluded.ts'
import { Governance } from '../governance/governance.tsx'
import type { Send } from '../wallet/send/send-place.tsx'
import type { ActionFlow } from '../token/action/flow.ts'
import { type Action, EMPTY_PROPOSAL } from '../token/action/machine.ts'
import { Rewards } from '../token/rewards.tsx'
import { Stake } from '../token/stake.tsx'
import { TokenTransactions } from '../token/transactions.tsx'
import { Transfer } from '../token/transfer.tsx'
import { t } from '../../texts/texts.ts'

export const TOKEN_TABS = ['overview', 'stake', 'governance', 'transfer'] as const
export type TokenTab = (typeof TOKEN_TABS)[number]

/** The token actions, one tab each. */
export function TokenTabs({
  tab,
  onTab,
  onLeave,
  balance,
  live,
  acting: { flow, open, start },
  send,
}: {
  tab: TokenTab
  onTab: (next: TokenTab) => void
  /** Like `onTab`, when called from within the tab that closes. */
  onLeave: (next: TokenTab) => void
  /** Null: this device has not loaded it. */
  balance: YutBalance | null
  /** The server has just confirmed the balance. */
  live: boolean
  acting: FlowHandle<ActionFlow>
  send: Send
}) {
  const isSending = useIsOpen(send.flow)
  const busy = open || isSending
  const completedActions = useCompletedActions(flow, send)
  const act = (action: Action, from: HTMLElement) =>
    start(from, { type: 'reviewed', intent: { action, key: crypto.randomUUID() } })
  const compose = (from: HTMLElement) => start(from, { type: 'composed', draft: EMPTY_PROPOSAL })
  const away = (content: ReactNode) => (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <Button
          variant="quiet"
          size="sm"
          className="-ms-3"
          icon={<ArrowLeft />}
          onClick={() => onLeave('overview')}
        >
          {t('Back to Overview')}
        </Button>
      </div>
      {content}
    </div>
  )
  const overview = (
    <div className="grid gap-6">
      {balance !== null && (
        <Rewards
          // Restarts the estimate at each response of the server.
          key={balance.rewards_as_of}
          balance={balance}
          live={live}
          busy={busy}
          onClaim={(amount, from) => act({ kind: 'claim', amount }, from)}
        />
      )}
      <TokenTransactions />
    </div>
  )
  const stake = <Stake balance={balance} busy={busy} completedActions={completedActions} onAct={act} />
  const governance = (
    <Governance
      balance={balance}
      busy={busy}
      onAct={act}
      onCompose={compose}
      onStake={() => onLeave('stake')}
    />
  )
  const transfer = (
    <Transfer
      balance={balance}
      busy={busy}
      completedActions={completedActions}
      onSend={(draft, from) => send.review(from, { variant: 'token', currency: 'YUT', ...draft })}
    />
  )
  return (
    <Tabs<TokenTab>
      label={t('Token')}
      value={tab}
      onChange={onTab}
      tabs={[
        { value: 'overview', label: t('Overview'), content: overview },
        { value: 'stake', label: t('Stake'), content: away(stake) },
        { value: 'governance', label: t('Governance'), content: away(governance) },
        { value: 'transfer', label: t('Transfer'), content: away(transfer) },
      ]}
    />
  )
}

/** Counts completed token actions and token transfers. */
const useCompletedActions = (actions: ActionFlow, { flow: sends }: Send): number => {
  const [completed, setCompleted] = useState(0)
  useConcluded(actions, ({ ok }) => {
    if (ok) setCompleted((times) => times + 1)
  })
  useEffect(
    () =>
      sends.store.subscribe((state, before) => {
        const token = state.step === 'success' && state.intent.draft.variant === 'token'
        if (token && before.step !== 'success') setCompleted((times) => times + 1)
      }),
    [sends],
  )
  return completed
}
