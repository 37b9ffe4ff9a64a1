import { ListFilter } from 'lucide-react'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { Currency } from '../../../api/contract/fields.ts'
import { ActivityKind } from '../../../api/contract/wallet.ts'
import { useList } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { activityOf, allActivity } from '../../data/wallet.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/select.tsx'
import { ActivityList, ActivitySkeleton } from './activity-list.tsx'
import { Age, NeverLoaded, RefreshFailed } from '../../parts/freshness.tsx'
import { usePhone } from '../../parts/use-phone.ts'
import { openHistory, useHistoryOpen } from './history-fold.ts'
import { KIND_LABELS } from './words.ts'
import { t } from '../../texts/texts.ts'

const EVERY = 'all'
const currencies = [
  { value: EVERY, label: t('All currencies') },
  ...Currency.options.map((value) => ({ value, label: value })),
]
const kinds = [
  { value: EVERY, label: t('All kinds') },
  ...ActivityKind.options.map((value) => ({ value, label: KIND_LABELS[value] })),
]

/** On phones the latest lines stand right above the whole history: there it is folded until it is asked for. */
function Folded({ children }: { children: ReactNode }) {
  const open = useHistoryOpen()
  if (!usePhone()) return children
  return (
    <Disclosure label={t('Show all activity')} open={open} onChange={openHistory}>
      {children}
    </Disclosure>
  )
}

/**
 * All activity with its filters. A filtered list that this device has never loaded and can't load now is
 * made from the saved part of the whole list, and says so.
 */
export const History = memo(function History() {
  const [currency, setCurrency] = useState<Currency>()
  const [kind, setKind] = useState<ActivityKind>()
  const [loadingMore, setLoadingMore] = useState(false)
  const offline = useConnectivity() === 'offline'
  const filtered = currency !== undefined || kind !== undefined
  const source = useMemo(
    () => (currency === undefined && kind === undefined ? allActivity : activityOf({ currency, kind })),
    [currency, kind],
  )
  const asked = useList(source)
  const all = useList(allActivity)
  const partial = filtered && asked.state === 'never' && all.asOf !== null
  const list = partial ? all : asked
  const rows = list.rows.filter(
    (row) =>
      (currency === undefined || row.currency === currency) && (kind === undefined || row.kind === kind),
  )
  const more = async () => {
    setLoadingMore(true)
    await list.loadMore()
    setLoadingMore(false)
  }
  const never = list.asOf === null && list.state === 'never'
  const loading = list.asOf === null && !never
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h3 className="text-base font-bold" id="history">
          {t('All activity')}
        </h3>
        <Age state={list.state} asOf={list.asOf} />
      </div>
      <Folded>
        <div className="grid grid-cols-2 gap-3 sm:max-w-md">
          <Select
            label={t('Currency')}
            options={currencies}
            value={currency ?? EVERY}
            onChange={(event) =>
              setCurrency(Currency.options.find((option) => option === event.target.value))
            }
          />
          <Select
            label={t('Kind')}
            options={kinds}
            value={kind ?? EVERY}
            onChange={(event) =>
              setKind(ActivityKind.options.find((option) => option === event.target.value))
            }
          />
        </div>
        {partial && (
          <output className="block text-sm text-muted">
            {t('Only what is saved on this device is searched while you are offline.')}
          </output>
        )}
        {never && <NeverLoaded what={t('activity')} error={list.error} retry={list.refresh} />}
        {loading && <ActivitySkeleton lines={6} />}
        {list.asOf !== null && rows.length === 0 && (
          <EmptyState
            icon={<ListFilter />}
            title={filtered ? t('Nothing matches') : t('Nothing has happened yet')}
          >
            {filtered
              ? t('Choose another currency or kind.')
              : t('What comes in and goes out will show here.')}
          </EmptyState>
        )}
        <ActivityList label={t('All activity')} rows={rows} />
        {list.asOf !== null && <RefreshFailed error={list.error} retry={list.refresh} />}
        {list.hasMore && !partial && (
          <div className="grid justify-items-center gap-2">
            <Button variant="secondary" busy={loadingMore} disabled={offline} onClick={() => void more()}>
              {t('Load more')}
            </Button>
            {offline && (
              <p className="text-sm text-muted">{t('You are offline; older activity is not saved here.')}</p>
            )}
          </div>
        )}
      </Folded>
    </div>
  )
})
