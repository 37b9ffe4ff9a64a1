import { WalletCards } from 'lucide-react'
import { lazy, memo, Suspense, useRef } from 'react'
import type { CurrentUser } from '../../api/contract/session.ts'
import type { WalletOverview } from '../../api/contract/wallet.ts'
import { useCached } from '../data/cached.ts'
import { walletOverview } from '../data/wallet.ts'
import { Card } from '../ui/card.tsx'
import { Accounts } from './wallet/accounts.tsx'
import { RoundActions, WalletActions } from './wallet/actions.tsx'
import { BlockchainStatus } from './wallet/blockchain.tsx'
import { Deposits } from './wallet/deposits.tsx'
import { BelowFirstScreen } from '../parts/below-first-screen.tsx'
import { MembersOnly } from '../parts/members-only.tsx'
import { UnlessNever } from '../parts/cached-card.tsx'
import { RefreshFailed } from '../parts/freshness.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { AddFundsPlace, useAddFunds } from './deposits/add-funds.tsx'
import { useAddress } from '../parts/use-address.ts'
import { useOpened } from '../parts/use-opened.ts'
import { usePhone } from '../parts/use-phone.ts'
import { HideBalancesToggle } from '../parts/hidden-balances.tsx'
import { History } from './wallet/history.tsx'
import { Overdrawn } from './wallet/overdrawn.tsx'
import { Panel } from './wallet/panel.tsx'
import { Portfolio } from './wallet/portfolio.tsx'
import { PortfolioGrowth } from './wallet/portfolio-growth.tsx'
import { ReceiptAddress } from './wallet/receipt/receipt-address.tsx'
import { RecentActivity } from './wallet/recent-activity.tsx'
import { WithdrawalAddress } from './wallet/withdraw/withdrawal-address.tsx'
import { TransferRequests } from './requests/panel.tsx'
import { type Send as SendActions, SendPlace, useSend } from './wallet/send/send-place.tsx'
import { Statements } from './wallet/statements.tsx'
import { Balances, Summary, TotalValue } from './wallet/summary.tsx'
import { TokenPanelSkeleton } from './token/skeleton.tsx'
import { Treasury } from './wallet/treasury.tsx'
import { useWithdraw, WithdrawPlace } from './wallet/withdraw/withdraw-place.tsx'
import { ClosingPlace } from './profile/closing-place.tsx'
import { t } from '../texts/texts.ts'

const AskDialog = lazy(() => import('./contacts/ask/ask-dialog.tsx'))
const PaymentLinkDialog = lazy(() => import('./wallet/payment-link-dialog.tsx'))
const TokenPanel = lazy(() => import('./token-panel/token-panel.tsx'))

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
  const addButton = useRef<HTMLButtonElement>(null)
  const funds = useAddFunds(user, addButton)
  const withdrawButton = useRef<HTMLButtonElement>(null)
  const withdraw = useWithdraw(user, withdrawButton)
  const opened = useOpened<'payment link' | 'ask together'>(sendButton)
  useAddress(['link', 'split'], [], (query) =>
    opened.replace(query.has('split') ? 'ask together' : 'payment link'),
  )
  const never = wallet === null && view.state === 'never'
  const phone = usePhone()
  const first = { send, funds, withdraw, sendButton, addButton, withdrawButton }
  const more = {
    send,
    funds,
    openLink: (from: HTMLElement) => opened.open('payment link', from),
    askTogether: (from: HTMLElement) => opened.open('ask together', from),
  }
  return (
    <div className="page-width grid gap-6 py-6 sm:py-10">
      <PageHead title={t('Your Wallet')} beside={<HideBalancesToggle />} view={view}>
        {!phone && <WalletActions {...first} {...more} />}
      </PageHead>
      <SendPlace handle={sending} />
      <AddFundsPlace funds={funds} />
      <WithdrawPlace withdraw={withdraw} />
      <ReceiptAddress />
      <WithdrawalAddress />
      {opened.what !== null && (
        <Suspense>
          {opened.what === 'ask together' ? (
            <AskDialog onClose={opened.close} />
          ) : (
            <PaymentLinkDialog handle={user.handle} onClose={opened.close} />
          )}
        </Suspense>
      )}
      {wallet?.account_closing === true && <ClosingPlace />}
      <Overdrawn
        overdrawn={wallet?.overdrawn ?? null}
        onAddFunds={(event) => funds.start(event.currentTarget)}
      />
      <RefreshFailed {...view} />
      <UnlessNever what={t('wallet')} view={view}>
        {phone ? <TotalValue wallet={wallet} /> : <Summary wallet={wallet} />}
      </UnlessNever>
      {phone && (
        <>
          <RoundActions {...first} {...more} />
          <RecentActivity />
          {!never && (
            <div className="grid grid-cols-2 gap-3">
              <Balances wallet={wallet} />
            </div>
          )}
        </>
      )}
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
  const phone = usePhone()
  return (
    <div className="grid grid-cols-1 items-start gap-3 md:gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
      <div className="grid grid-cols-1 gap-3 md:gap-6">
        <BelowFirstScreen>
          <TransferRequests member={user} />
        </BelowFirstScreen>
        <Panel name="token" title={t('YUT Token')} height_rem={50} filters={['token']}>
          <Suspense fallback={<TokenPanelSkeleton />}>
            <TokenPanel member={user} send={send} />
          </Suspense>
        </Panel>
        {!phone && <RecentActivity />}
      </div>
      <div className="grid grid-cols-1 gap-3 md:gap-6 lg:row-span-2">
        <Panel name="growth" title={t('Portfolio Growth')} height_rem={33.5}>
          <PortfolioGrowth />
        </Panel>
        {!never && (
          <>
            <Panel name="portfolio" title={t('Portfolio')} height_rem={61.25} filters={['portfolio']}>
              <Portfolio wallet={wallet} send={send} />
            </Panel>
            <Panel name="deposits" title={t('Recent Transactions')} height_rem={18}>
              <Deposits deposits={wallet?.deposits ?? null} />
            </Panel>
          </>
        )}
        <Panel name="statements" title={t('Statements')} height_rem={11}>
          <Statements />
        </Panel>
        <Panel name="blockchain" title={t('Blockchain Status')} height_rem={26.5}>
          <BlockchainStatus did={user.did} />
        </Panel>
      </div>
      <Panel
        name="history"
        title={t('Account Details & History')}
        height_rem={36.25}
        filters={['of', 'kind']}
      >
        <Card title={t('Account Details & History')}>
          <div className="grid grid-cols-1 gap-6">
            {!never && <Accounts wallets={wallet?.wallets ?? null} />}
            {wallet !== null && <Treasury account={wallet.treasury_account} bank={wallet.treasury_bank} />}
            <History />
          </div>
        </Card>
      </Panel>
    </div>
  )
})
