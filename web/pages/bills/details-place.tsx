import { lazy, Suspense } from 'react'
import type { Investing } from '../pools/action/action-place.tsx'
import type { Shown } from '../pools/use-shown.ts'

const PoolDialog = lazy(() => import('../pools/details/pool-dialog.tsx'))
const BillDialog = lazy(() => import('./bill-dialog.tsx'))

/** The pool or bill dialog that the address names; hidden while an action on a pool or bill is open. */
export function DetailsPlace({ shown, investing }: { shown: Shown; investing: Investing }) {
  if (investing.open) return null
  return (
    <Suspense>
      {shown.pool !== null && (
        <PoolDialog
          key={shown.pool}
          id={shown.pool}
          investing={investing}
          onBill={(bill) => shown.show('bill', bill)}
          onClose={shown.hide}
        />
      )}
      {shown.bill !== null && (
        <BillDialog
          key={shown.bill}
          id={shown.bill}
          investing={investing}
          onPool={(pool) => shown.show('pool', pool)}
          onClose={shown.hide}
        />
      )}
    </Suspense>
  )
}
