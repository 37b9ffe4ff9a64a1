import { Plus, QrCode, Send, WalletCards } from 'lucide-react'
import { lazy, memo, Suspense, useRef } from 'react'
import type { CurrentUser } from '../../api/contract/session.ts'
import type { WalletOverview } from '../../api/contract/wallet.ts'
import { useCached } from '../data/cached.ts'
import { walletOverview } from '../data/wallet.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Accounts } from './wallet/accounts.tsx'
import { BlockchainStatus } from './wallet/blockchain.tsx'
import { Deposits } from './wallet/deposits.tsx'
import { BelowFirstScreen } from '../parts/below-first-screen.tsx'
import { MembersOnly } from '../parts/members-only.tsx'
import { UnlessNever } from '../parts/cached-card.tsx'
import { Age, RefreshFailed } from '../parts/freshness.tsx'
import { AddFundsPlace, useAddFunds } from './deposits/add-funds.tsx'
import { useOpened } from '../parts/use-opened.ts'
import { HideBalancesToggle } from '../parts/hidden-balances.tsx'
import { History } from './wallet/history.tsx'
import { Overdrawn } from './wallet/overdrawn.tsx'
import { Portfolio } from './wallet/portfolio.tsx'
import { PortfolioGrowth } from './wallet/portfolio-growth.tsx'
import { ReceiptAddress } from './wallet/receipt/receipt-address.tsx'
import { RecentActivity } from './wallet/recent-activity.tsx'
import { TransferRequests } from './requests/panel.tsx'
import { type Send as SendActions, SendPlace, useSend } from './wallet/send/send-place.tsx'
import { Statements } from './wallet/statements.tsx'
import { Summary } from './wallet/summary.tsx'
import { TokenPanelSkeleton } from './token/skeleton.tsx'
import { Treasury } from './wallet/treasury.tsx'
import { t } from '../texts/texts.ts'

const PaymentLinkDialog = lazy(() => import('./wallet/payment-link-dialog.tsx'))
const TokenPanel = lazy(() => import('./token-panel.tsx'))

export default function WalletPage() {
  return (
    <MembersOnly icon={<WalletCards />} title={t('Please sign in to view your wallet')}>
      {(user) => <MembersWallet user={user} />}
    </MembersOnly>
  )
}

function MembersWallet({ user }: { user: CurrentUser }) {
  const { value: wallet, ...view } = useCached(walletOverview)
  const sendButton = useRef<HTMLButtonElement>(null)
  const { send, handle: sending } = useSend(user, sendButton)
  const funds = useAddFunds(user)
  const link = useOpened<'payment link'>()
  const never = wallet === null && view.state === 'never'
  return (
    <div className="page-width grid gap-6 py-6 sm:py-10">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <div className="flex items-center gap-1">
            <h1 className="text-3xl font-bold sm:text-4xl">{t('Your Wallet')}</h1>
            <HideBalancesToggle />
          </div>
          <div className="min-h-6">
            <Age {...view} />
          </div>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:gap-x-2 max-sm:*:grow max-sm:*:px-1 max-sm:[&>*+*]:text-[0.8125rem] sm:*:whitespace-nowrap">
          <Button
            ref={sendButton}
            className="max-sm:basis-full"
            icon={<Send />}
            onClick={(event) => send.start(event.currentTarget)}
          >
            {t('Send Funds')}
          </Button>
          <Button variant="secondary" icon={<Plus />} onClick={(event) => funds.start(event.currentTarget)}>
            {t('Add Funds')}
          </Button>
          <Button
            variant="quiet"
            icon={<QrCode />}
            onClick={(event) => link.open('payment link', event.currentTarget)}
          >
            {t('Payment Link')}
          </Button>
          <Button variant="quiet" onClick={(event) => send.start(event.currentTarget, { variant: 'any' })}>
            {t('Send Any Currency')}
          </Button>
          <Button variant="quiet" onClick={(event) => funds.start(event.currentTarget, 'card')}>
            {t('Add USD')}
          </Button>
        </div>
      </div>
      <SendPlace handle={sending} />
      <AddFundsPlace funds={funds} />
      <ReceiptAddress />
      {link.what !== null && (
        <Suspense>
          <PaymentLinkDialog handle={user.handle} onClose={link.close} />
        </Suspense>
      )}
      <Overdrawn
        overdrawn={wallet?.overdrawn ?? null}
        onAddFunds={(event) => funds.start(event.currentTarget)}
      />
      <RefreshFailed {...view} />
      <UnlessNever what={t('wallet')} view={view}>
        <Summary wallet={wallet} />
      </UnlessNever>
      <Panels user={user} wallet={wallet} never={never} send={send} />
    </div>
  )
}

/**
 * One column on phones; in two columns the history is below the first. Memoized, so that opening or closing a dialog
 * of the page does not render the panels again.
 */
const Panels = memo(function Panels({
  user,
  wallet,
  never,
  send,
}: {
  user: CurrentUser
  wallet: WalletOverview | null
  /** The wallet could not be loaded; the page shows this above. */
  never: boolean
  send: SendActions
}) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
      <div className="grid grid-cols-1 gap-6">
        <BelowFirstScreen>
          <TransferRequests member={user} />
        </BelowFirstScreen>
        <BelowFirstScreen height_rem={50}>
          <Suspense fallback={<TokenPanelSkeleton />}>
            <TokenPanel member={user} send={send} />
          </Suspense>
        </BelowFirstScreen>
        <BelowFirstScreen height_rem={30}>
          <RecentActivity />
        </BelowFirstScreen>
      </div>
      <div className="grid grid-cols-1 gap-6 lg:row-span-2">
        <BelowFirstScreen height_rem={33.5}>
          <PortfolioGrowth />
        </BelowFirstScreen>
        <BelowFirstScreen height_rem={61.25}>
          {!never && <Portfolio wallet={wallet} send={send} />}
        </BelowFirstScreen>
        <BelowFirstScreen height_rem={18}>
          {!never && <Deposits deposits={wallet?.deposits ?? null} />}
        </BelowFirstScreen>
        <BelowFirstScreen height_rem={11}>
          <Statements />
        </BelowFirstScreen>
        <BelowFirstScreen height_rem={26.5}>
          <BlockchainStatus did={user.did} />
        </BelowFirstScreen>
      </div>
      <BelowFirstScreen height_rem={36.25}>
        <Card title={t('Account Details & History')}>
          <div className="grid grid-cols-1 gap-6">
            {!never && <Accounts wallets={wallet?.wallets ?? null} />}
            {wallet !== null && <Treasury account={wallet.treasury_account} bank={wallet.treasury_bank} />}
            <History />
          </div>
        </Card>
      </BelowFirstScreen>
    </div>
  )
})
