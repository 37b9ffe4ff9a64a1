import { dollars } from '../../texts/money.ts'
import { useMemo } from 'react'
import type { Bill, BillLeg } from '../../../api/contract/bills.ts'
import { bills, billOf } from '../../data/bills.ts'
import { useCached, useList } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { RelativeTime } from '../../parts/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { calendarDate, longDate } from '../../ui/time-format.ts'
import { OfflineReason } from '../../parts/offline-reason.tsx'
import { Age, NotYet } from '../../parts/freshness.tsx'
import { ReceiptButton } from '../wallet/receipt/receipt-button.tsx'
import type { Investing } from '../pools/action/action-place.tsx'
import { payment } from '../pools/action/openings.ts'
import { Cents } from '../pools/cents.tsx'
import { isPayable, itemText, legParts, STATUS, statusLine, titleOf } from './bill-words.ts'
import { rich } from '../../texts/rich.tsx'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** A bill in full: its items, the payer and amount of each leg, and the reason of a failed payment. */
export default function BillDialog({
  id,
  investing,
  onPool,
  onClose,
}: {
  id: string
  investing: Investing
  onPool: (pool: string) => void
  onClose: () => void
}) {
  const one = useCached(useMemo(() => billOf(id), [id]))
  const listed = useList(bills).rows.find((bill) => bill.id === id)
  const bill = one.value ?? listed ?? null
  return (
    <Dialog
      onClose={onClose}
      entries={0}
      title={bill === null ? t('Bill') : titleOf(bill)}
      closeOnOutside
      footer={bill !== null && isPayable(bill) ? <Pay bill={bill} investing={investing} /> : undefined}
    >
      {bill === null && (
        <NotYet what={t('bill')} {...one}>
          <Skeleton className="h-48 w-full rounded-control!" />
        </NotYet>
      )}
      {bill !== null && (
        <div className="grid gap-5 pb-3">
          <Age {...one} />
          <Details bill={bill} onPool={onPool} />
        </div>
      )}
    </Dialog>
  )
}

function Pay({ bill, investing }: { bill: Bill; investing: Investing }) {
  const offline = useConnectivity() === 'offline'
  return (
    <>
      {offline && <OfflineReason>{t('You are offline. Paying a bill needs a connection.')}</OfflineReason>}
      <Button disabled={offline} onClick={(event) => investing.start(event.currentTarget, payment(bill))}>
        {t('Pay Now')}
      </Button>
    </>
  )
}

function Details({ bill, onPool }: { bill: Bill; onPool: (pool: string) => void }) {
  const { word, tone } = STATUS[bill.status]
  const failure = bill.auto_pay_failure
  return (
    <>
      <div className="grid justify-items-center gap-2 rounded-control bg-sunken px-4 py-5 text-center">
        <div className="text-4xl font-bold tracking-tight tabular">{dollars(bill.amount_cents)}</div>
        <Badge tone={tone}>{word}</Badge>
        <p className="text-sm text-muted">{statusLine(bill)}</p>
        {bill.status === 'paid' && <ReceiptButton of={{ kind: 'bill', id: bill.id }} about={titleOf(bill)} />}
      </div>
      {failure !== null && (
        <Banner
          tone={bill.status === 'past_due' ? 'debit' : 'warning'}
          title={
            failure.missing_cents > 0
              ? t('Auto-pay could not pay this bill: {missingCents} missing', {
                  missingCents: dollars(failure.missing_cents),
                })
              : t('Auto-pay could not pay this bill')
          }
        >
          <p>{translateServerText(failure.message)}</p>
          <p className="mt-1 text-sm text-muted">
            <span>{rich('Tried {at}', { at: <RelativeTime at={failure.at} /> })}</span>
            {bill.status === 'issued' && <span>{t('; tried again every day until it is due')}</span>}
            <span>.</span>
          </p>
        </Banner>
      )}
      {bill.legs.length > 0 && (
        <section aria-labelledby="bill-legs" className="grid gap-1">
          <h3 id="bill-legs" className="font-bold">
            {bill.status === 'paid' ? t('Who paid what') : t('Who is asked for what')}
          </h3>
          <ul className="grid divide-y divide-line">
            {bill.legs.map((leg) => (
              <Leg key={leg.pool_id ?? leg.source} leg={leg} onPool={onPool} />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="bill-lines" className="grid gap-1">
        <h3 id="bill-lines" className="font-bold">
          {t('What it is for')}
        </h3>
        <Facts>
          {bill.lines.map(({ item, reference, amount_cents: cents }) => (
            <Fact key={`${item} ${reference}`} name={itemText(item)}>
              <Cents cents={cents} />
            </Fact>
          ))}
          <Fact name={t('Issued')}>{longDate(Date.parse(bill.issued_at))}</Fact>
          <Fact name={t('Due')}>{calendarDate(bill.due_on)}</Fact>
          {bill.paid_at !== null && <Fact name={t('Paid')}>{longDate(Date.parse(bill.paid_at))}</Fact>}
        </Facts>
      </section>
    </>
  )
}

function Leg({ leg, onPool }: { leg: BillLeg; onPool: (pool: string) => void }) {
  const { pool_id: pool } = leg
  const parts = legParts(leg)
  return (
    <li className="flex items-start justify-between gap-4 py-2.5">
      <div className="min-w-0">
        {pool === null ? (
          <span className="font-semibold">{t('USD wallet')}</span>
        ) : (
          <Button variant="quiet" size="sm" className="-my-1 -ms-3 text-start!" onClick={() => onPool(pool)}>
            {leg.pool_name}
          </Button>
        )}
        {parts !== null && <p className="text-sm text-muted tabular">{parts}</p>}
      </div>
      <span className="font-semibold">
        <Cents cents={leg.amount_cents} />
      </span>
    </li>
  )
}
