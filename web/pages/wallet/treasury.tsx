import { Landmark } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { APY_PERCENT } from '../../../api/contract/rates.ts'
import { walletOperations } from '../../../api/contract/wallet.ts'
import type { TreasuryAccount, WalletOverview } from '../../../api/contract/wallet.ts'
import { call } from '../../data/client.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { recordWrite, refreshDocument, refreshList } from '../../data/refresh.ts'
import { allActivity, walletOverview } from '../../data/wallet.ts'
import { percent } from '../../texts/exact-numbers.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { HeadingLevel } from '../../ui/heading-level.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Link } from '../../parts/router.ts'
import { useAttempt } from '../../parts/use-attempt.ts'
import { stateWord } from './words.ts'
import { ProblemLine } from '../../ui/problem.tsx'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

type TreasuryBank = WalletOverview['treasury_bank']

const INSURED = t(
  'Holds your US dollars, FDIC insured up to $250,000, with its own account and routing number.',
)
const SIMULATED = t(
  'Would hold your US dollars, FDIC insured up to $250,000. The bank is simulated here: it holds nothing and nothing is insured.',
)

/** How long a revealed account number stays on the screen. */
const REVEALED_MS = 60_000

/** The treasury account, or the offer to open one. */
export function Treasury({ account, bank }: { account: TreasuryAccount | null; bank: TreasuryBank }) {
  if (account === null) return <OpenTreasury bank={bank} />
  return (
    <div className="rounded-control border border-line px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{t('Treasury account')}</h3>
        {bank.simulated && <Badge tone="warning">{t('Simulated bank')}</Badge>}
        <Badge tone={account.status === 'open' ? 'credit' : 'neutral'}>{stateWord(account.status)}</Badge>
      </div>
      {account.financial_addresses.map(({ aba }) => (
        <AccountNumbers
          key={aba.account_number}
          masked={aba.account_number}
          routingNumber={aba.routing_number}
        />
      ))}
      {bank.interest_needs_identity && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
          <p className="flex-1 text-sm text-muted">
            {t('Your dollars earn no interest yet: they earn {usd} APY from the day you are verified.', {
              usd: percent(APY_PERCENT.usd),
            })}
          </p>
          <Link to="/identity" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {t('Verify your identity')}
          </Link>
        </div>
      )}
    </div>
  )
}

/** Only this component has the full number, for a minute at most; it is never stored. */
function AccountNumbers({ masked, routingNumber }: { masked: string; routingNumber: string }) {
  const [revealed, setRevealed] = useState<string | null>(null)
  const { running, problem, run } = useAttempt({
    otherwise: t('The account number could not be shown. Please try again.'),
  })
  const offline = useConnectivity() === 'offline'
  useEffect(() => {
    if (revealed === null) return
    const cover = () => setRevealed(null)
    const leave = () => {
      if (document.visibilityState === 'hidden') cover()
    }
    const timer = setTimeout(cover, REVEALED_MS)
    document.addEventListener('visibilitychange', leave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [revealed])
  const reveal = () =>
    run(
      () => call(walletOperations.revealAccountNumber, {}),
      ({ data }) => setRevealed(data.aba.account_number),
    )
  return (
    <>
      <Facts>
        <Fact name={t('Routing number')}>
          <span className="font-mono tabular">{routingNumber}</span>
        </Fact>
        <Fact name={t('Account number')}>
          <span className="font-mono tabular" data-testid="account-number">
            {revealed ?? masked}
          </span>
        </Fact>
      </Facts>
      <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
        <ProblemLine className="flex-1">{problem}</ProblemLine>
        {revealed !== null && <CopyButton text={revealed} label={t('Copy number')} />}
        {revealed === null ? (
          <Button
            variant="secondary"
            size="sm"
            busy={running}
            disabled={offline}
            onClick={() => void reveal()}
          >
            {t('Reveal account number')}
          </Button>
        ) : (
          <Button variant="secondary" size="sm" onClick={() => setRevealed(null)}>
            {t('Hide account number')}
          </Button>
        )}
      </div>
      {offline && revealed === null && (
        <p className="mt-1 text-end text-sm text-muted">
          {t('It is not kept on this device; go online to see it.')}
        </p>
      )}
    </>
  )
}

function OpenTreasury({ bank }: { bank: TreasuryBank }) {
  const key = useRef<string | null>(null)
  const { running, problem, run } = useAttempt({ otherwise: t('Failed to initialize treasury account') })
  const offline = useConnectivity() === 'offline'
  const open = async () => {
    try {
      // All attempts use one key, so that only one account is opened.
      key.current ??= crypto.randomUUID()
      const { position } = await call(walletOperations.initializeTreasury, { idempotencyKey: key.current })
      recordWrite(position)
      await Promise.all([refreshDocument(walletOverview), refreshList(allActivity)])
    } catch (error) {
      void refreshDocument(walletOverview)
      throw error
    }
  }
  return (
    <HeadingLevel value={4}>
      <EmptyState
        icon={<Landmark />}
        title={t('No treasury account yet')}
        action={
          bank.closed === null && (
            <Button busy={running} disabled={offline} onClick={() => void run(open)}>
              {t('Open treasury account')}
            </Button>
          )
        }
      >
        <p>
          {bank.closed === null ? (bank.simulated ? SIMULATED : INSURED) : translateServerText(bank.closed)}
        </p>
        {offline && <p className="mt-1">{t('You are offline; opening one needs a connection.')}</p>}
        <ProblemLine className="mt-1">{problem}</ProblemLine>
      </EmptyState>
    </HeadingLevel>
  )
}
