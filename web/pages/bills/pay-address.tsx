import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Bill } from '../../../api/contract/bills.ts'
import { billOf } from '../../data/bills.ts'
import { useCached } from '../../data/cached.ts'
import { useAddress } from '../../parts/use-address.ts'
import { isPayable } from './bill-words.ts'

interface Ways {
  readonly pay: (bill: Bill) => void
  readonly show: (id: string) => void
}

/**
 * `?pay=<bill>` opens the review of that bill's payment; the member still has to confirm it. A bill that cannot be
 * paid or loaded opens in the bill dialog.
 */
export function PayAddress({ pay, show }: Ways) {
  const [asked, setAsked] = useState<string | null>(null)
  useAddress(['pay'], [], (query) => setAsked(query.get('pay')))
  return asked === null ? null : (
    <Find
      id={asked}
      pay={(bill) => {
        setAsked(null)
        pay(bill)
      }}
      show={(id) => {
        setAsked(null)
        show(id)
      }}
    />
  )
}

function Find({ id, pay, show }: Ways & { id: string }) {
  const { value, state } = useCached(useMemo(() => billOf(id), [id]))
  const known = state !== 'refreshing'
  const go = useEffectEvent(() => (value !== null && isPayable(value) ? pay(value) : show(id)))
  useEffect(() => {
    if (known) go()
  }, [known])
  return null
}
