import { Landmark } from 'lucide-react'
import { useState } from 'react'
import type { SavedBankAccount } from '../../../../api/contract/withdrawals.ts'
import { useConnectivity } from '../../../data/connectivity.ts'
import { removeBankAccount } from '../../../data/withdrawals.ts'
import { useAttempt } from '../../../parts/use-attempt.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ProblemLine } from '../../../ui/problem.tsx'
import { Row } from '../../../ui/row.tsx'
import { exactTime } from '../../../ui/time-format.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { t } from '../../../texts/texts.ts'
import { accountText } from '../../../parts/account-text.ts'
import { accountTypeText } from './words.ts'

/** For what replaces the button that had the focus. */
const toFocus = (button: HTMLElement | null): void => button?.focus()

/** The saved bank accounts, each of which can be removed. */
export function AccountsStep({ accounts }: { accounts: readonly SavedBankAccount[] }) {
  if (accounts.length === 0)
    return (
      <EmptyState icon={<Landmark />} title={t('No bank account is saved')}>
        {t('Add one of your own to withdraw to it.')}
      </EmptyState>
    )
  return (
    <ul aria-label={t('Saved accounts')} className="grid divide-y divide-line pb-2">
      {accounts.map((account) => (
        <li key={account.id} className="py-4 first:pt-0 last:pb-0">
          <Account account={account} />
        </li>
      ))}
    </ul>
  )
}

function Account({ account }: { account: SavedBankAccount }) {
  const [asked, setAsked] = useState(false)
  const { running, problem, run } = useAttempt({ otherwise: t('The account could not be removed.') })
  const offline = useConnectivity() === 'offline'
  const name = accountText(account)
  return (
    <Row Icon={Landmark} title={name}>
      <p className="text-sm text-muted">
        {t('{type} of {holder}', {
          type: accountTypeText(account.account_type),
          holder: account.holder_name,
        })}
      </p>
      {account.state === 'waiting' && (
        <p className="text-sm text-warning">
          {t('Can be used from {from} on', { from: exactTime(Date.parse(account.usable_from)) })}
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {asked ? (
          <>
            <span className="text-sm">
              {t('Remove it? To use it again, you add it anew and wait a day.')}
            </span>
            <Button
              variant="danger"
              size="sm"
              busy={running}
              disabled={offline}
              onClick={() => void run(() => removeBankAccount(account))}
            >
              {t('Remove')}
              <VisuallyHidden> {name}</VisuallyHidden>
            </Button>
            <Button
              ref={toFocus}
              variant="secondary"
              size="sm"
              disabled={running}
              onClick={() => setAsked(false)}
            >
              {t('Keep')}
            </Button>
          </>
        ) : (
          <Button variant="secondary" size="sm" disabled={offline} onClick={() => setAsked(true)}>
            {t('Remove')}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        )}
      </div>
      <ProblemLine className="mt-1.5">{problem}</ProblemLine>
    </Row>
  )
}
