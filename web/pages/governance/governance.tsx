import { Landmark, Plus } from 'lucide-react'
import type { Proposal } from '../../../api/contract/governance.ts'
import { UNFAMILIAR } from '../../../api/contract/open.ts'
import type { YutBalance } from '../../../api/contract/token.ts'
import { isPositive } from '../../data/amounts.ts'
import { useCached } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { proposals } from '../../data/token.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { HeadingLevel } from '../../ui/heading-level.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNamedPart } from '../../parts/use-named-part.ts'
import { Age, NotYet, RefreshFailed } from '../../parts/freshness.tsx'
import type { Action } from '../token/action/machine.ts'
import { votesText } from '../token/action/words.ts'
import { ProblemLine } from '../../ui/problem.tsx'
import { useMoreProposals } from './more-proposals.ts'
import { ProposalCard } from './proposal-card.tsx'
import { t } from '../../texts/texts.ts'

/** Lists proposals, to vote on or to open a new one. `balance` is null when this device has not loaded it. */
export function Governance({
  balance,
  busy,
  onAct,
  onCompose,
  onStake,
}: {
  balance: YutBalance | null
  busy: boolean
  onAct: (action: Action, from: HTMLButtonElement) => void
  onCompose: (from: HTMLButtonElement) => void
  onStake: () => void
}) {
  const { value, ...view } = useCached(proposals)
  useNamedPart(value !== null)
  const offline = useConnectivity() === 'offline'
  const power = balance?.governance_power ?? null
  const more = useMoreProposals(value)
  const open = [...(value?.proposals ?? []), ...more.proposals].filter(({ status }) => status === 'open')
  const closed = value?.proposals.filter(({ status }) => status !== 'open') ?? []
  const cardOf = (proposal: Proposal) => (
    <li key={proposal.id} id={`proposal-${proposal.id}`} className="scroll-mt-20">
      <ProposalCard
        proposal={proposal}
        power={power}
        busy={busy || offline}
        onVote={(vote, from) =>
          onAct(
            {
              kind: 'vote',
              proposalId: proposal.id,
              title: proposal.title,
              vote,
              before: proposal.my_vote === UNFAMILIAR ? null : proposal.my_vote,
              weight: power ?? '0',
              endsAt: proposal.voting_ends_at,
            },
            from,
          )
        }
      />
    </li>
  )
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h3 className="font-bold">{t('Proposals')}</h3>
          {power !== null && (
            <p className="text-sm text-muted">{t('You have {power}.', { power: votesText(power) })}</p>
          )}
          <Age {...view} />
        </div>
        {value !== null && (
          <div className="grid justify-items-start gap-1 sm:justify-items-end">
            <Button
              variant="secondary"
              icon={<Plus />}
              disabled={busy || offline || !value.can_propose}
              onClick={(event) => onCompose(event.currentTarget)}
            >
              {t('Open a proposal')}
            </Button>
            {!value.can_propose && (
              <p className="text-sm text-muted">
                {t('Needs {proposalPowerMin}.', { proposalPowerMin: votesText(value.proposal_power_min) })}
              </p>
            )}
          </div>
        )}
      </div>
      {offline && (
        <Banner tone="warning" live="status" title={t('You are offline')}>
          {t('Voting and proposing need a connection. You see what was saved on this device.')}
        </Banner>
      )}
      {power !== null && !isPositive(power) && (
        <Banner
          title={t('You need governance power to vote')}
          action={
            <Button variant="secondary" size="sm" onClick={onStake}>
              {t('Stake YUT')}
            </Button>
          }
        >
          {t('Every staked YUT is one vote.')}
        </Banner>
      )}
      <RefreshFailed {...view} />
      <NotYet what={t('proposals')} {...view}>
        <ProposalsSkeleton />
      </NotYet>
      {value !== null && open.length === 0 && (
        <HeadingLevel value={4}>
          <EmptyState icon={<Landmark />} title={t('No open proposals')}>
            {t('A new proposal shows here as soon as somebody opens one.')}
          </EmptyState>
        </HeadingLevel>
      )}
      {open.length > 0 && (
        <ul aria-label={t('Open proposals')} className="grid gap-4">
          {open.map(cardOf)}
        </ul>
      )}
      <MoreProposals {...more} offline={offline} />
      {closed.length > 0 && (
        <>
          <h3 className="font-bold">{t('Closed proposals')}</h3>
          <ul aria-label={t('Closed proposals')} className="grid gap-4">
            {closed.map(cardOf)}
          </ul>
        </>
      )}
    </div>
  )
}

function MoreProposals({
  fetchMore,
  problem,
  offline,
}: Pick<ReturnType<typeof useMoreProposals>, 'fetchMore' | 'problem'> & { offline: boolean }) {
  if (fetchMore === null) return null
  return (
    <div className="grid justify-items-start gap-1">
      <Button variant="secondary" disabled={offline} onClick={fetchMore}>
        {t('More open proposals')}
      </Button>
      <ProblemLine>{problem}</ProblemLine>
    </div>
  )
}

function ProposalsSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4">
      {['a', 'b'].map((key) => (
        <div key={key} className="grid gap-3 rounded-control border border-line p-4">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-2 w-full" />
          <Skeleton className="h-2 w-full" />
          <Skeleton className="h-2 w-full" />
        </div>
      ))}
    </div>
  )
}
