import type { Movement } from '../../../../api/contract/movements.ts'
import type { Withdrawal } from '../../../../api/contract/withdrawals.ts'
import { useAuth } from '../../../data/session.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Reference } from '../../../ui/reference.tsx'
import { exactTime } from '../../../ui/time-format.ts'
import { personText } from '../../../../api/contract/person.ts'
import { quoted } from '../../../texts/quoted.ts'
import { t } from '../../../texts/texts.ts'
import { STATE_TONES, stateText } from '../withdraw/words.ts'
import { KIND_LABELS, stateWord, titleOf } from '../words.ts'
import { TONES } from './look.ts'
import { MovementAmount } from './movement-amount.tsx'

/** The state of a movement in a word: of a withdrawal its own, since nothing has arrived because it has left. */
function State({ movement, withdrawal }: { movement: Movement; withdrawal: Withdrawal | null }) {
  const { kind, status } = movement
  if (withdrawal !== null) return <Badge tone={STATE_TONES[withdrawal.state]}>{stateText(withdrawal)}</Badge>
  if (kind === 'withdrawal') return null
  return <Badge tone={status === 'completed' ? 'credit' : TONES[status]}>{stateWord(status)}</Badge>
}

/** What it was and how much. `withdrawal`: the one that it is the beginning of; null for none, or until it is known. */
export function MovementHead({
  movement,
  withdrawal,
}: {
  movement: Movement
  withdrawal: Withdrawal | null
}) {
  return (
    <div className="grid justify-items-center gap-2 rounded-card bg-primary-soft p-6 text-center">
      <h1 className="text-lg font-bold wrap-anywhere">{titleOf(movement)}</h1>
      <div className="text-4xl font-bold tracking-tight">
        <MovementAmount of={movement} />
      </div>
      {movement.message !== null && <p className="wrap-anywhere">{quoted(movement.message)}</p>}
      <State movement={movement} withdrawal={withdrawal} />
    </div>
  )
}

interface Step {
  readonly word: string
  readonly at: string | null
}

/** Its states in time; `at` null: not reached yet. */
const stepsOf = ({
  kind,
  status,
  occurred_at: at,
  sent_at: sent,
  completed_at: ended,
}: Movement): readonly Step[] => {
  // The steps of a withdrawal are told apart from these.
  if (kind === 'withdrawal') return [{ word: t('Requested'), at }]
  if (sent === null) return [{ word: stateWord(status), at }]
  const word = status === 'returned' ? stateWord('returned') : ended === null ? t('On its way') : t('Arrived')
  return [
    { word: t('Sent'), at: sent },
    { word, at: ended },
  ]
}

/** Who, when, its states in time, and the reference. Printed, it is a receipt for people. */
export function MovementFacts({ movement }: { movement: Movement }) {
  const { user } = useAuth()
  const { kind, counterparty, id, transfer_id: transferId } = movement
  const reference = transferId ?? id
  const isIn = kind === 'transfer_received' || kind === 'transfer_returned'
  return (
    <Card title={t('Details')}>
      <Facts>
        <Fact name={t('Kind')}>{KIND_LABELS[kind]}</Fact>
        {counterparty !== null && <Fact name={isIn ? t('From') : t('To')}>{personText(counterparty)}</Fact>}
        <Fact name={t('Account of')}>{user?.google_user_data.name ?? ''}</Fact>
        {stepsOf(movement).map(({ word, at }) => (
          <Fact key={word} name={word}>
            {at === null ? '—' : <time dateTime={at}>{exactTime(Date.parse(at))}</time>}
          </Fact>
        ))}
        <Fact name={t('Reference')}>
          <span className="inline-flex items-center gap-2">
            <Reference id={reference} />
            <CopyButton text={reference} />
          </span>
        </Fact>
      </Facts>
    </Card>
  )
}
