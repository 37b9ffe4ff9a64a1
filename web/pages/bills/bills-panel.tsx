import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import type { Bill } from '../../../api/contract/bills.ts'
import { bills, billSettings } from '../../data/bills.ts'
import { useCached, useList } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CachedCard } from '../../parts/cached-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { RowsSkeleton } from '../../ui/row.tsx'
import { OfflineReason, SettingOfflineReason } from '../../parts/offline-reason.tsx'
import { RefreshFailed } from '../../parts/freshness.tsx'
import type { Investing } from '../pools/action/action-place.tsx'
import { payment, walletFallback } from '../pools/action/openings.ts'
import { Cents } from '../pools/cents.tsx'
import { isPayable, STATUS, statusLine, titleOf } from './bill-words.ts'
import { t } from '../../texts/texts.ts'
import { MoreButton } from '../../parts/more-button.tsx'
import { translateServerText } from '../../texts/translate-server-text.ts'

const isPastDue = ({ status }: Bill): boolean => status === 'past_due'

/** The member's bills, those past due first, then the newest, and whether auto-pay may use their wallet. */
export function BillsPanel({
  investing,
  onBill,
  shown,
}: {
  investing: Investing
  onBill: (id: string, from: HTMLElement) => void
  /** Count of bills shown at first. */
  shown: number
}) {
  const list = useList(bills)
  const offline = useConnectivity() === 'offline'
  const [all, setAll] = useState(false)
  // Unpaid bills are always shown.
  const rows = list.rows
    .filter((bill, place) => all || place < shown || bill.status !== 'paid')
    .toSorted((one, other) => Number(isPastDue(other)) - Number(isPastDue(one)))
  const folded = rows.length < list.rows.length
  const more = async () => {
    setAll(true)
    if (!folded) await list.loadMore()
  }
  return (
    <CachedCard title={t('Bills')} what={t('bills')} view={list} skeleton={<RowsSkeleton lines={2} />}>
      <div className="grid grid-cols-1 gap-4">
        <RefreshFailed {...list} />
        {list.asOf !== null && list.rows.length === 0 && (
          <EmptyState icon={<ReceiptText />} title={t('No bills yet')}>
            {t('Your telecom service issues one bill for each month, due two weeks later.')}
          </EmptyState>
        )}
        {offline && list.rows.some(isPayable) && (
          <OfflineReason>{t('You are offline. Paying a bill needs a connection.')}</OfflineReason>
        )}
        <ul aria-label={t('Bills')} className="grid grid-cols-1 divide-y divide-line">
          {rows.map((bill) => (
            <BillLine key={bill.id} bill={bill} investing={investing} onBill={onBill} />
          ))}
        </ul>
        {(folded || list.hasMore) && (
          <div>
            <MoreButton variant="quiet" size="sm" className="-ms-3" disabled={offline && !folded} load={more}>
              {t('Show older bills')}
            </MoreButton>
          </div>
        )}
        <WalletSetting investing={investing} />
      </div>
    </CachedCard>
  )
}

function BillLine({
  bill,
  investing,
  onBill,
}: {
  bill: Bill
  investing: Investing
  onBill: (id: string, from: HTMLElement) => void
}) {
  const offline = useConnectivity() === 'offline'
  const { word, tone } = STATUS[bill.status]
  const which = <VisuallyHidden> {titleOf(bill)}</VisuallyHidden>
  return (
    <li className="grid gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <div className="font-semibold wrap-anywhere">{titleOf(bill)}</div>
          <div className="text-sm text-muted">{statusLine(bill)}</div>
        </div>
        <div className="grid shrink-0 justify-items-end gap-1">
          <span className="font-semibold">
            <Cents cents={bill.amount_cents} />
          </span>
          <Badge tone={tone}>{word}</Badge>
        </div>
      </div>
      {bill.auto_pay_failure !== null && bill.status !== 'paid' && (
        <p className="text-sm font-medium text-warning">
          {translateServerText(bill.auto_pay_failure.message)}
        </p>
      )}
      <div className="-mb-1 -ms-3 flex flex-wrap gap-2">
        <Button variant="quiet" size="sm" onClick={(event) => onBill(bill.id, event.currentTarget)}>
          {t('Details')}
          {which}
        </Button>
        {isPayable(bill) && (
          <Button
            variant="secondary"
            size="sm"
            disabled={offline}
            onClick={(event) => investing.start(event.currentTarget, payment(bill))}
          >
            {t('Pay Now')}
            {which}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Setting: auto-pay may take what the pools cannot cover from the USD wallet. */
function WalletSetting({ investing }: { investing: Investing }) {
  const offline = useConnectivity() === 'offline'
  const { value } = useCached(billSettings)
  if (value === null) return null
  const allowed = value.pay_from_wallet
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-sunken px-4 py-3">
      <p className="min-w-40 flex-1 text-[0.9375rem]">
        {allowed
          ? t('Auto-pay may use your USD wallet for what your pools lack.')
          : t('Auto-pay uses your pools only, not your USD wallet.')}
      </p>
      <Button
        variant="secondary"
        size="sm"
        disabled={offline}
        onClick={(event) => investing.start(event.currentTarget, walletFallback(!allowed))}
      >
        {allowed ? t('Stop using it') : t('May use my USD wallet')}
      </Button>
      <SettingOfflineReason />
    </div>
  )
}
