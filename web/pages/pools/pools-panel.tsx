import { clsx } from 'clsx'
import { PiggyBank } from 'lucide-react'
import type { Pool } from '../../../api/contract/pools.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Investing } from './action/action-place.tsx'
import { createPool } from './action/openings.ts'
import { PoolCard } from './pool-card.tsx'
import { t } from '../../texts/texts.ts'

/** The pools as cards; null: still loading. */
export function PoolsPanel({
  pools,
  investing,
  isClosed,
  onDetails,
}: {
  pools: readonly Pool[] | null
  investing: Investing
  /** Investing is closed; the page shows the reason. */
  isClosed: boolean
  onDetails: (id: string, from: HTMLElement) => void
}) {
  if (pools?.length === 0) {
    return (
      <div className="rounded-card border border-line bg-surface p-6 shadow-card">
        <EmptyState
          icon={<PiggyBank />}
          title={t('No Youtility Pools Yet')}
          action={
            <Button disabled={isClosed} onClick={(event) => investing.start(event.currentTarget, createPool)}>
              {t('Create Your First Pool')}
            </Button>
          }
        >
          {t('Start with $100 from your USD wallet, and let what it earns pay your bills.')}
        </EmptyState>
      </div>
    )
  }
  return (
    <section aria-label={t('Your pools')}>
      <h2 className="sr-only">{t('Your pools')}</h2>
      <ul
        className={clsx('grid grid-cols-1 gap-4', pools?.length !== 1 && 'sm:grid-cols-2')}
        aria-busy={pools === null}
      >
        {pools === null
          ? ['a', 'b'].map((key) => (
              <li key={key}>
                <Skeleton className="h-72 w-full rounded-card!" />
              </li>
            ))
          : pools.map((pool) => (
              <PoolCard
                key={pool.id}
                pool={pool}
                investing={investing}
                onDetails={(from) => onDetails(pool.id, from)}
              />
            ))}
      </ul>
    </section>
  )
}
