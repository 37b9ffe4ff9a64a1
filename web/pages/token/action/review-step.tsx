import { APY_PERCENT } from '../../../../api/contract/rates.ts'
import { sumOf } from '../../../data/amounts.ts'
import { useCached } from '../../../data/cached.ts'
import { yutBalance } from '../../../data/token.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Fact, Facts, Headline } from '../../../ui/facts.tsx'
import { exactTime } from '../../../ui/time-format.ts'
import type { Action } from './machine.ts'
import { PROPOSAL_TYPES, VOTES, votesText, yutText } from './words.ts'
import { t } from '../../../texts/texts.ts'
import { percent } from '../../../texts/exact-numbers.ts'

/** Review of the action before it is confirmed. */
export function ReviewStep({ action }: { action: Action }) {
  const { value: balance } = useCached(yutBalance)
  switch (action.kind) {
    case 'stake':
      return (
        <>
          <Headline name={t('You stake')}>{yutText(action.amount)}</Headline>
          <Facts>
            <After name={t('Available after')} balance={balance?.balance} change={`-${action.amount}`} />
            <After name={t('Staked after')} balance={balance?.staked_balance} change={action.amount} />
            <Fact name={t('Earns')}>
              {t('{apy} APY', { apy: percent(balance?.apy_rate ?? APY_PERCENT.stakedYut) })}
            </Fact>
            <Fact name={t('Gives')}>{votesText(action.amount)}</Fact>
            <Fact name={t('Fee')}>{t('Free')}</Fact>
          </Facts>
        </>
      )
    case 'unstake':
      return (
        <>
          <Headline name={t('You unstake')}>{yutText(action.amount)}</Headline>
          <Facts>
            <After name={t('Available after')} balance={balance?.balance} change={action.amount} />
            <After name={t('Staked after')} balance={balance?.staked_balance} change={`-${action.amount}`} />
            <Fact name={t('Rewards earned so far')}>{t('Stay yours to claim')}</Fact>
            <Fact name={t('Fee')}>{t('Free')}</Fact>
          </Facts>
        </>
      )
    case 'claim':
      return (
        <>
          <Headline name={t('You claim about')}>{yutText(action.amount)}</Headline>
          <Facts>
            <Fact name={t('Paid to')}>{t('Your YUT balance')}</Fact>
            <Fact name={t('Exact amount')}>{t('Counted to the second when you claim')}</Fact>
            <Fact name={t('Fee')}>{t('Free')}</Fact>
          </Facts>
        </>
      )
    case 'vote':
      return (
        <>
          <Headline name={t('You vote')}>{VOTES[action.vote]}</Headline>
          <Facts>
            <Fact name={t('Proposal')}>{action.title}</Fact>
            <Fact name={t('Your weight')}>{votesText(action.weight)}</Fact>
            {action.before !== null && <Fact name={t('Your vote so far')}>{VOTES[action.before]}</Fact>}
            <Fact name={t('Voting ends')}>{exactTime(Date.parse(action.endsAt))}</Fact>
          </Facts>
          <Banner>
            {t(
              'The stake behind your vote can’t be unstaked until the voting is over. You can change your vote until then.',
            )}
          </Banner>
        </>
      )
    case 'propose': {
      const { title, description, type, days } = action.draft
      return (
        <>
          <Facts>
            <Fact name={t('Title')}>{title}</Fact>
            <Fact name={t('Type')}>{PROPOSAL_TYPES[type]}</Fact>
            <Fact name={t('Voting runs for')}>{t('{days} days', { days })}</Fact>
          </Facts>
          <p className="rounded-control bg-sunken p-4 whitespace-pre-line wrap-anywhere">{description}</p>
          <Banner>{t('Voting begins at once. An open proposal can’t be changed any more.')}</Banner>
        </>
      )
    }
    default:
      return action satisfies never
  }
}

/** The balance after the action; nothing while it is unknown or would be negative. */
function After({ name, balance, change }: { name: string; balance: string | undefined; change: string }) {
  if (balance === undefined) return null
  const after = sumOf([balance, change], 'YUT')
  return after.startsWith('-') ? null : <Fact name={name}>{yutText(after)}</Fact>
}
