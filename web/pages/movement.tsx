import { ArrowLeft, WalletCards } from 'lucide-react'
import { useMemo } from 'react'
import type { Movement } from '../../api/contract/movements.ts'
import type { Activity } from '../../api/contract/wallet.ts'
import type { Withdrawal } from '../../api/contract/withdrawals.ts'
import { useCached, useList, type View } from '../data/cached.ts'
import { movementOf } from '../data/movements.ts'
import { allActivity } from '../data/wallet.ts'
import { NotYet, RefreshFailed } from '../parts/freshness.tsx'
import { MembersOnly } from '../parts/members-only.tsx'
import { Link, useParams } from '../parts/router.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { MovementActions } from './wallet/activity/actions.tsx'
import { MovementFacts, MovementHead } from './wallet/activity/facts.tsx'
import { Note } from './wallet/activity/note.tsx'
import { WithdrawalStanding } from './wallet/activity/withdrawal.tsx'
import { Wrong } from './wallet/activity/wrong.tsx'
import { withEachDay } from './wallet/interest-months.ts'
import { useWithdrawalOf } from './wallet/withdraw/of-movement.ts'
import { t } from '../texts/texts.ts'

/** One movement of the member's money: what it was, and what can be done about it. */
export default function MovementPage() {
  const { id = '' } = useParams()
  return (
    <MembersOnly icon={<WalletCards />} title={t('Please sign in to view your wallet')}>
      {() => <OneMovement key={id} id={id} />}
    </MembersOnly>
  )
}

/** A line of the list as a movement: what it lacks is not known on this device. */
const fromList = (line: Activity): Movement => ({
  ...line,
  sent_at: null,
  completed_at: null,
  note: null,
  report: null,
})

function OneMovement({ id }: { id: string }) {
  const { value, ...view } = useCached(useMemo(() => movementOf(id), [id]))
  const line = withEachDay(useList(allActivity).rows).find((row) => row.id === id)
  const movement = value ?? (line === undefined ? null : fromList(line))
  return (
    <div className="page-width grid max-w-2xl gap-6 py-6 sm:py-10">
      <Link
        to="/wallet"
        className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-link print:hidden"
      >
        <ArrowLeft className="size-4 rtl:-scale-x-100" />
        {t('Wallet')}
      </Link>
      {movement === null ? (
        <>
          <h1 className="sr-only">{t('Movement')}</h1>
          <Card>
            <NotYet what={t('movement')} {...view}>
              <Skeleton className="h-64 w-full" />
            </NotYet>
          </Card>
        </>
      ) : movement.kind === 'withdrawal' ? (
        <OfWithdrawal movement={movement} kept={value !== null} view={view} />
      ) : (
        <Parts movement={movement} kept={value !== null} withdrawal={null} view={view} />
      )}
    </div>
  )
}

interface PartsProps {
  movement: Movement
  /** Whether it was loaded whole: then it can be written on. */
  kept: boolean
  view: View
}

function OfWithdrawal(parts: PartsProps) {
  return <Parts {...parts} withdrawal={useWithdrawalOf(parts.movement)} />
}

function Parts({ movement, kept, withdrawal, view }: PartsProps & { withdrawal: Withdrawal | null }) {
  return (
    <>
      <MovementHead movement={movement} withdrawal={withdrawal} />
      <RefreshFailed {...view} />
      {withdrawal !== null && <WithdrawalStanding withdrawal={withdrawal} />}
      <MovementActions movement={movement} />
      <MovementFacts movement={movement} />
      {kept && (
        <>
          <Note key={movement.note} id={movement.id} note={movement.note} />
          <Wrong movement={movement} />
        </>
      )}
    </>
  )
}
