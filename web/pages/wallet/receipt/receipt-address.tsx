import { lazy, Suspense, useRef, useState } from 'react'
import { useList } from '../../../data/cached.ts'
import { allActivity } from '../../../data/wallet.ts'
import { useAddress } from '../../../parts/use-address.ts'
import { useFocusAfter } from '../../../parts/use-focus-after.ts'
import { titleOf } from '../words.ts'
import { t } from '../../../texts/texts.ts'

const ReceiptDialog = lazy(() => import('./receipt-dialog.tsx'))

/** `?receipt=<activity>` opens the receipt of one activity. */
export function ReceiptAddress() {
  const [id, setId] = useState<string | null>(null)
  useAddress(['receipt'], [], (query) => setId(query.get('receipt')))
  useFocusAfter(id !== null, useRef(null))
  const activity = useList(allActivity).rows.find((row) => row.id === id)
  if (id === null) return null
  return (
    <Suspense>
      <ReceiptDialog
        of={{ kind: 'event', id }}
        about={activity === undefined ? t('Activity') : titleOf(activity)}
        person={activity?.counterparty}
        onClose={() => setId(null)}
      />
    </Suspense>
  )
}
