import { Plus, Send, WalletCards } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { CurrentUser } from '../../../api/contract/session.ts'
import { useSearchParams } from '../../app/router.ts'
import { useCached } from '../../data/cached.ts'
import { useAuth } from '../../data/session.tsx'
import { useLive } from '../../data/use-live.ts'
import { walletOverview } from '../../data/wallet.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatMoney } from '../../ui/money-format.ts'
import { useNow } from '../../ui/use-now.ts'
import { Accounts } from './accounts.tsx'
import { BlockchainStatus } from './blockchain.tsx'
import { Deposits } from './deposits.tsx'
import { abandonedOf } from './flow/recorded.ts'
import { useFocusAfter } from './flow/use-focus-after.ts'
import { Age, NeverLoaded, RefreshFailed } from './freshness.tsx'
import { AddFundsPlace, useAddFunds } from './funds/add-funds.tsx'
import { HideBalancesToggle } from './hidden-balances.tsx'
import { History } from './history.tsx'
import { Overdrawn } from './overdrawn.tsx'
import { PortfolioGrowth } from './portfolio-growth.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { TransferRequests } from './requests/panel.tsx'
import { type SendFlow, sendFlowOf, unsettledTransfers } from './send/flow.ts'
import { EMPTY_DRAFT } from './send/machine.ts'
import { SAVED_VERSION, savedIntentOf } from './send/saved.ts'
import { Statements } from './statements.tsx'
import { Summary } from './summary.tsx'
import { Treasury } from './treasury.tsx'

const SendDialog = lazy(() => import('./send/send-dialog.tsx'))

export default function WalletPage() {
  const { user, signIn } = useAuth()
  if (user !== null) return <MembersWallet key={user.id} user={user} />
  return (
    <div className="page-width py-12">
      <EmptyState
        icon={<WalletCards />}
        title="Please sign in to view your wallet"
        action={<Button onClick={() => void signIn()}>Sign In</Button>}
      />
    </div>
  )
}

function MembersWallet({ user }: { user: CurrentUser }) {
  const { value: wallet, state, asOf, error, refresh } = useCached(walletOverview)
  const flow = sendFlowOf(user)
  const open = useStore(flow.store, ({ step }) => step !== 'closed')
  const sendButton = useRef<HTMLButtonElement>(null)
  const start = () => flow.dispatch({ type: 'opened', draft: EMPTY_DRAFT })
  useOpenedByAddress(flow)
  useFocusAfter(open, sendButton)
  const funds = useAddFunds(user)
  const never = wallet === null && state === 'never'
  return (
    <div className="page-width grid gap-6 py-6 sm:py-10">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <div className="flex items-center gap-1">
            <h1 className="text-3xl font-bold sm:text-4xl">Your Wallet</h1>
            <HideBalancesToggle />
          </div>
          <div className="min-h-6">
            <Age state={state} asOf={asOf} />
          </div>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:*:px-2 min-[360px]:*:whitespace-nowrap">
          <Button ref={sendButton} icon={<Send aria-hidden="true" className="size-4" />} onClick={start}>
            Send Funds
          </Button>
          <Button
            variant="secondary"
            icon={<Plus aria-hidden="true" className="size-4" />}
            onClick={(event) => funds.start(event.currentTarget)}
          >
            Add Funds
          </Button>
          <Button variant="quiet" onClick={start}>
            Send Any Currency
          </Button>
          <Button variant="quiet" onClick={(event) => funds.start(event.currentTarget, 'card')}>
            Add USD
          </Button>
        </div>
      </div>
      <AbandonedTransfer flow={flow} open={open} />
      <AddFundsPlace funds={funds} />
      <Overdrawn
        overdrawn={wallet?.overdrawn ?? null}
        onAddFunds={(event) => funds.start(event.currentTarget)}
      />
      {wallet !== null && <RefreshFailed error={error} retry={refresh} />}
      {never ? (
        <Card>
          <NeverLoaded what="wallet" error={error} retry={refresh} />
        </Card>
      ) : (
        <Summary wallet={wallet} />
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-6">
          <TransferRequests member={user} />
          <RecentActivity />
          <Card title="Account Details & History">
            <div className="grid gap-6">
              {!never && <Accounts wallets={wallet?.wallets ?? null} />}
              {wallet !== null && <Treasury account={wallet.treasury_account} />}
              <History />
            </div>
          </Card>
        </div>
        <div className="grid gap-6">
          <PortfolioGrowth />
          {!never && <Deposits deposits={wallet?.deposits ?? null} />}
          <Statements />
          <BlockchainStatus did={user.did} />
        </div>
      </div>
      {open && (
        <Suspense>
          <SendDialog flow={flow} />
        </Suspense>
      )}
    </div>
  )
}

/** A transfer was sent from this device and nobody saw its answer: offers to find out. */
function AbandonedTransfer({ flow, open }: { flow: SendFlow; open: boolean }) {
  const now = useNow()
  const unsettled = useLive(SAVED_VERSION, unsettledTransfers)
  const intent = abandonedOf(unsettled ?? [], now, savedIntentOf)
  if (intent === null || open) return null
  const { draft, payee } = intent
  return (
    <Banner
      tone="warning"
      title="A transfer was interrupted"
      action={
        <Button variant="secondary" size="sm" onClick={() => flow.dispatch({ type: 'reopened', intent })}>
          Check what happened
        </Button>
      }
    >
      {formatMoney(draft.amount, draft.currency)} to {payee.name}: its outcome is not known on this device
      yet.
    </Banner>
  )
}

/** `?send=1` and `?to=` open the dialog, filled in as far as they say; they never send anything. */
const useOpenedByAddress = (flow: SendFlow): void => {
  const [query, setQuery] = useSearchParams()
  const to = query.get('to')
  const asked = to !== null || query.get('send') !== null
  useEffect(() => {
    if (!asked) return
    flow.dispatch({ type: 'opened', draft: { ...EMPTY_DRAFT, to: to ?? '' } })
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('to')
        after.delete('send')
        return after
      },
      { replace: true },
    )
  }, [asked, to, flow, setQuery])
}
