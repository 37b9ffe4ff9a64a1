import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useState } from 'react'
import type { Proposal, VoteType } from '../../../api/contract/governance.ts'
import { personText } from '../../../api/contract/person.ts'
import { compareAmounts, sumOf } from '../../data/amounts.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { exactTime, timeLeft } from '../../ui/time-format.ts'
import { useLedgerNow } from '../../parts/use-now.ts'
import { ReceiptButton } from '../wallet/receipt/receipt-button.tsx'
import { PROPOSAL_TYPES, VOTES, votesOf, votesText } from '../token/action/words.ts'
import { percentText, quorumShare, sharesOf } from './tally.ts'
import { rich } from '../../texts/rich.tsx'
import { meant, t } from '../../texts/texts.ts'

const STATES: Readonly<Record<Proposal['status'], { readonly label: string; readonly tone: Tone }>> = {
  open: { label: meant('a vote', 'Open'), tone: 'primary' },
  passed: { label: t('Passed'), tone: 'credit' },
  rejected: { label: t('Rejected'), tone: 'debit' },
  no_quorum: { label: t('No quorum'), tone: 'warning' },
  unfamiliar: { label: t('Unknown'), tone: 'neutral' },
}
const BARS: Readonly<Record<VoteType, Tone>> = { for: 'credit', against: 'debit', abstain: 'neutral' }
const CHOICES: readonly VoteType[] = ['for', 'against', 'abstain']
const LONG = 220

/** One proposal: its text, its votes so far, and the buttons to vote while it is open. */
export function ProposalCard({
  proposal,
  power,
  busy,
  onVote,
}: {
  proposal: Proposal
  /** The member's governance power; null until loaded. */
  power: string | null
  /** Voting is disabled for now. */
  busy: boolean
  onVote: (vote: VoteType, from: HTMLButtonElement) => void
}) {
  const {
    title,
    creator_name: name,
    creator_handle: handle = '',
    is_mine: mine,
    proposal_type: type,
    status,
  } = proposal
  const counting = status === 'open' && !proposal.voting_open
  const state = counting ? { label: t('Being counted'), tone: 'warning' as const } : STATES[status]
  return (
    <article className="grid gap-4 rounded-control border border-line p-4 sm:p-5">
      <header className="grid gap-1.5">
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone={state.tone}>{state.label}</Badge>
          <Badge>{PROPOSAL_TYPES[type]}</Badge>
          <Ends proposal={proposal} />
        </div>
        <h4 className="text-base font-bold wrap-anywhere">{title}</h4>
        <p className="text-sm text-muted">
          {mine
            ? t('Proposed by you')
            : t('Proposed by {creator}', { creator: personText({ name, handle }) })}
        </p>
      </header>
      <Description text={proposal.description} />
      <Tally proposal={proposal} />
      <MyVote proposal={proposal} />
      {proposal.voting_open && power !== null && compareAmounts(power, '0') > 0 && (
        <fieldset className="flex flex-wrap gap-2 max-sm:*:grow max-sm:*:px-3">
          <legend className="sr-only">{t('Your vote on {title}', { title })}</legend>
          {CHOICES.map((vote) => (
            <Button
              key={vote}
              variant={proposal.my_vote === vote ? 'primary' : 'secondary'}
              aria-pressed={proposal.my_vote === vote}
              // Repeating a vote only makes sense when the member's governance power has changed since.
              disabled={busy || (proposal.my_vote === vote && sameWeight(proposal.my_vote_weight, power))}
              icon={proposal.my_vote === vote ? <Check /> : undefined}
              onClick={(event) => onVote(vote, event.currentTarget)}
            >
              {VOTES[vote]}
            </Button>
          ))}
        </fieldset>
      )}
    </article>
  )
}

const sameWeight = (cast: string | null, power: string): boolean =>
  cast !== null && compareAmounts(cast, power) === 0

function Ends({ proposal: { status, voting_ends_at: at, closed_at: closed } }: { proposal: Proposal }) {
  const now = useLedgerNow()
  if (status !== 'open')
    return (
      <span className="text-sm text-muted">
        {t('Closed {closed}', { closed: exactTime(Date.parse(closed ?? at)) })}
      </span>
    )
  return (
    <span className="text-sm text-muted">
      {rich('{left} · ends {at}', {
        left: <time dateTime={at}>{timeLeft(Date.parse(at), now)}</time>,
        at: exactTime(Date.parse(at)),
      })}
    </span>
  )
}

function Description({ text }: { text: string }) {
  const [whole, setWhole] = useState(false)
  const long = text.length > LONG
  return (
    <div className="grid justify-items-start gap-1">
      <p className={clsx('whitespace-pre-line wrap-anywhere', long && !whole && 'line-clamp-3')}>{text}</p>
      {long && (
        <Button
          variant="quiet"
          size="sm"
          className="-ms-3"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? t('Show less') : t('Show all of it')}
        </Button>
      )}
    </div>
  )
}

function Tally({ proposal }: { proposal: Proposal }) {
  const { voters, quorum, quorum_reached: reached, votes_for, votes_abstain } = proposal
  const counted = sumOf([votes_for, votes_abstain], 'YUT')
  return (
    <div className="grid gap-3">
      <ul aria-label={t('Votes')} className="grid gap-2.5">
        {sharesOf(proposal).map(({ vote, votes, share }) => (
          <li key={vote} className="grid gap-1">
            <div className="flex items-baseline justify-between gap-3 text-sm tabular">
              <span className="font-semibold">{VOTES[vote]}</span>
              <span className="text-muted">
                {votesText(votes)} · {percentText(share)}
              </span>
            </div>
            <Progress
              label={t('Share of votes {vote}', { vote: VOTES[vote] })}
              value={share}
              tone={BARS[vote]}
            />
          </li>
        ))}
      </ul>
      <div className="grid gap-1 border-t border-line pt-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm tabular">
          <span className="font-semibold">{reached ? t('Quorum reached') : t('Quorum not reached')}</span>
          <span className="text-muted">
            {t(
              '{counted} of {quorum} for or abstaining · {voters, plural, one {# member} other {# members}}',
              {
                counted: votesOf(counted),
                quorum: votesText(quorum),
                voters,
              },
            )}
          </span>
        </div>
        <Progress label={t('Quorum')} value={quorumShare(proposal)} tone={reached ? 'credit' : 'primary'} />
      </div>
    </div>
  )
}

function MyVote({
  proposal: { id, title, my_vote: vote, my_vote_weight: weight, voting_open: open },
}: {
  proposal: Proposal
}) {
  if (vote === null) return open ? null : <p className="text-sm text-muted">{t('You did not vote.')}</p>
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <p className="text-sm">
        <span>{rich('You voted {vote}', { vote: <strong>{VOTES[vote]}</strong> })}</span>
        {weight !== null && <span>{t(' with {weight}', { weight: votesText(weight) })}</span>}
        <span>.</span>
        {open && <span>{t(' You can change your vote until the voting ends.')}</span>}
      </p>
      {/* Aligned with the text above where the button wraps to a line of its own. */}
      <span className="-ms-3">
        <ReceiptButton of={{ kind: 'vote', id }} about={t('your vote on {title}', { title })} />
      </span>
    </div>
  )
}
