import { lazy, useRef } from 'react'
import { useStore } from 'zustand'
import { useCached } from '../../data/cached.ts'
import { yutBalance } from '../../data/token.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { calendarDate } from '../../ui/time-format.ts'
import { useAfterToast } from '../../ui/after-toast.ts'
import { useToast } from '../../ui/toast.tsx'
import type { FlowMember } from '../../flow/create-flow.ts'
import { FlowPlace, useFlow } from '../../flow/flow-place.tsx'
import { useConcluded } from '../../flow/use-concluded.ts'
import { Age, NeverLoaded, RefreshFailed } from '../../parts/freshness.tsx'
import { useChosen } from '../../parts/use-chosen.ts'
import type { Send } from '../wallet/send/send-place.tsx'
import { actionFlowOf } from '../token/action/flow.ts'
import { wordsOf } from '../token/action/words.ts'
import { Figures } from '../token/figures.tsx'
import { OutcomeBanner } from '../token/outcome-banner.tsx'
import { RefreshButton } from '../token/refresh-button.tsx'
import { TOKEN_TABS, type TokenTab, TokenTabs } from './token-tabs.tsx'
import { t } from '../../texts/texts.ts'

const ActionDialog = lazy(() => import('../token/action/action-dialog.tsx'))

/** The member's tokens: balance, actions and governance. */
export default function TokenPanel({ member, send }: { member: FlowMember; send: Send }) {
  const { value: balance, ...view } = useCached(yutBalance)
  const welcomeDue = balance?.welcome_due ?? null
  const acting = useFlow(actionFlowOf(member))
  const { flow } = acting
  const last = useAfterToast(
    useStore(flow.store, (current) => (current.step === 'closed' ? current.last : null)),
  )
  const toast = useToast()
  // A toast, which closes after five seconds, also shows the result of an action.
  useConcluded(flow, (outcome) =>
    toast(
      outcome.ok
        ? { tone: 'credit', title: wordsOf(outcome.intent.action).success }
        : { tone: 'debit', title: outcome.failure.reason ?? outcome.failure.message },
    ),
  )
  const panel = useRef<HTMLDivElement>(null)
  const [tab, setTab] = useChosen<TokenTab>('token', TOKEN_TABS, 'overview')
  const dismiss = () => flow.dispatch({ type: 'dismissed' })
  const go = (next: TokenTab) => {
    setTab(next)
    dismiss()
  }
  /** Called from within a tab that closes: moves the focus to the trigger of the next tab. */
  const leaveTo = (next: TokenTab) => {
    panel.current?.querySelector<HTMLElement>(`[role=tab][id$="trigger-${next}"]`)?.focus()
    go(next)
  }
  const never = balance === null && view.state === 'never'
  return (
    <Card
      title={t('YUT Token')}
      aside={
        // The same width with and without the age, so that the edge does not move when the age disappears.
        <span className="flex items-center justify-end gap-2 min-[22rem]:min-w-40">
          <Age {...view} />
          <RefreshButton />
        </span>
      }
      aria-busy={balance === null && !never}
    >
      <div ref={panel} className="grid grid-cols-1 gap-5">
        <FlowPlace
          handle={acting}
          title={t('A token action was interrupted')}
          describe={({ action }) => wordsOf(action).processing}
        >
          <ActionDialog flow={flow} />
        </FlowPlace>
        <RefreshFailed {...view} />
        {never ? <NeverLoaded what={t('tokens')} {...view} /> : <Figures balance={balance} />}
        {welcomeDue !== null && (
          <Banner title={t('Your welcome tokens come later')}>
            {t(
              'More people joined than there are welcome tokens for a day. You get yours on {day} or, if more people are before you, on a day soon after.',
              { day: calendarDate(welcomeDue) },
            )}
          </Banner>
        )}
        {last !== null && (
          <OutcomeBanner
            outcome={last}
            locked={balance?.locked ?? null}
            unstakable={balance?.unstakable_balance ?? null}
            onDismiss={dismiss}
            onSeeProposal={() => leaveTo('governance')}
          />
        )}
        <TokenTabs
          tab={tab}
          onTab={go}
          onLeave={leaveTo}
          balance={balance}
          live={view.state === 'live'}
          acting={acting}
          send={send}
        />
      </div>
    </Card>
  )
}
