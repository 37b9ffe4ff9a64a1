import { ListFilter } from 'lucide-react'
import { memo, useMemo } from 'react'
import { Currency } from '../../../api/contract/fields.ts'
import { ActivityKind } from '../../../api/contract/wallet.ts'
import { useList } from '../../data/cached.ts'
import { activityOf, allActivity } from '../../data/wallet.ts'
import { HeadingLevel } from '../../ui/heading-level.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/select.tsx'
import { ActivityList } from './activity-list.tsx'
import { Age, NotYet, RefreshFailed } from '../../parts/freshness.tsx'
import { useNamed } from '../../parts/use-named.ts'
import { useChosen } from '../../parts/use-chosen.ts'
import { KIND_LABELS } from './words.ts'
import { LoadMore } from '../../parts/more-button.tsx'
import { RowsSkeleton } from '../../ui/row.tsx'
import { t } from '../../texts/texts.ts'

const EVERY = 'all' as const
const currencies = [
  { value: EVERY, label: t('All currencies') },
  ...Currency.options.map((value) => ({ value, label: value })),
]
const kinds = [
  { value: EVERY, label: t('All kinds') },
  ...ActivityKind.options.map((value) => ({ value, label: KIND_LABELS[value] })),
]

/**
 * All activity with its filters. A filtered list that this device has never loaded and cannot load now is built from
 * the cached part of the whole list, with a notice.
 */
export const History = memo(function History() {
  const [ofCurrency, setCurrency] = useChosen('of', [EVERY, ...Currency.options], EVERY)
  const [ofKind, setKind] = useChosen('kind', [EVERY, ...ActivityKind.options], EVERY)
  const currency = ofCurrency === EVERY ? undefined : ofCurrency
  const kind = ofKind === EVERY ? undefined : ofKind
  const filtered = currency !== undefined || kind !== undefined
  const source = useMemo(
    () => (currency === undefined && kind === undefined ? allActivity : activityOf({ currency, kind })),
    [currency, kind],
  )
  const here = useNamed<HTMLHeadingElement>('history', true)
  const asked = useList(source)
  const all = useList(allActivity)
  const partial = filtered && asked.state === 'never' && all.asOf !== null
  const list = partial ? all : asked
  const rows = list.rows.filter(
    (row) =>
      (currency === undefined || row.currency === currency) && (kind === undefined || row.kind === kind),
  )
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h3 ref={here} className="text-base font-bold" id="history">
          {t('All activity')}
        </h3>
        <Age {...list} />
      </div>
      <div className="grid grid-cols-2 gap-3 sm:max-w-md">
        <Select label={t('Currency')} options={currencies} value={ofCurrency} onChoose={setCurrency} />
        <Select label={t('Kind')} options={kinds} value={ofKind} onChoose={setKind} />
      </div>
      {partial && (
        <output className="block text-sm text-muted">
          {t('Only what is saved on this device is searched while you are offline.')}
        </output>
      )}
      <NotYet what={t('activity')} {...list}>
        <RowsSkeleton lines={6} />
      </NotYet>
      {list.asOf !== null && rows.length === 0 && (
        <HeadingLevel value={4}>
          <EmptyState
            icon={<ListFilter />}
            title={filtered ? t('Nothing matches') : t('Nothing has happened yet')}
          >
            {filtered
              ? t('Choose another currency or kind.')
              : t('What comes in and goes out will show here.')}
          </EmptyState>
        </HeadingLevel>
      )}
      <ActivityList label={t('All activity')} rows={rows} />
      <RefreshFailed {...list} />
      {list.hasMore && !partial && <LoadMore load={list.loadMore} />}
    </div>
  )
})
