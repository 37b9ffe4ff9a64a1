import type { YutBalance } from '../../../api/contract/token.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { exactTime } from '../../ui/time-format.ts'
import type { Outcome } from '../../flow/machine.ts'
import type { Intent, Paid } from './action/machine.ts'
import { wordsOf, yutText } from './action/words.ts'
import { t } from '../../texts/texts.ts'

/** Result of the last action, shown until dismissed; the toast closes by itself. */
export function OutcomeBanner({
  outcome,
  locked,
  unstakable,
  onDismiss,
  onSeeProposal,
}: {
  outcome: Outcome<Intent, Paid>
  locked: YutBalance['locked']
  unstakable: string | null
  onDismiss: () => void
  onSeeProposal: () => void
}) {
  if (outcome.ok) {
    return (
      <Banner tone="credit" title={wordsOf(outcome.intent.action).success} onDismiss={onDismiss}>
        {outcome.receipt !== null &&
          t('{receipt} is in your balance.', { receipt: yutText(outcome.receipt) })}
      </Banner>
    )
  }
  const isLocked = outcome.failure.code === 'stake_locked' && locked !== null
  return (
    <Banner tone="debit" title={outcome.failure.reason ?? outcome.failure.message} onDismiss={onDismiss}>
      {isLocked && (
        <>
          <LockReason locked={locked} unstakable={unstakable} />
          <Button variant="secondary" size="sm" className="mt-2" onClick={onSeeProposal}>
            {t('See the proposal')}
          </Button>
        </>
      )}
    </Banner>
  )
}

/** The vote or proposal that locks part of the stake, the locked amount and the end of the lock. */
export function LockReason({
  locked,
  unstakable,
}: {
  locked: NonNullable<YutBalance['locked']>
  unstakable: string | null
}) {
  const proposal = locked.proposal_title === null ? t('a proposal') : `“${locked.proposal_title}”`
  const values = {
    amount: yutText(locked.amount),
    proposal,
    until: exactTime(Date.parse(locked.until)),
  }
  return (
    <p>
      <span>
        {locked.by === 'proposal'
          ? t('{amount} is held by your proposal, {proposal}, until {until}.', values)
          : t('{amount} is held by your vote on {proposal} until {until}.', values)}
      </span>
      {unstakable !== null && (
        <span>{t(' You can unstake up to {unstakable} now.', { unstakable: yutText(unstakable) })}</span>
      )}
    </p>
  )
}
