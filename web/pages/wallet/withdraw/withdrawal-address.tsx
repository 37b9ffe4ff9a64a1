import { useEffect, useEffectEvent, useState } from 'react'
import { useList } from '../../../data/cached.ts'
import { activityOf } from '../../../data/wallet.ts'
import { withdrawals } from '../../../data/withdrawals.ts'
import { useNavigate } from '../../../parts/router.ts'
import { useAddress } from '../../../parts/use-address.ts'

const begun = activityOf({ kind: 'withdrawal' })

/** `?withdrawal=<id>`, where notifications lead, opens the withdrawal's page, which has its Cancel. */
export function WithdrawalAddress() {
  const [asked, setAsked] = useState<string | null>(null)
  useAddress(['withdrawal'], [], (query) => setAsked(query.get('withdrawal')))
  return asked === null ? null : <Find key={asked} id={asked} />
}

function Find({ id }: { id: string }) {
  const navigate = useNavigate()
  const { rows } = useList(withdrawals)
  const { rows: lines } = useList(begun)
  const position = rows.find((row) => row.withdrawal_id === id)?.position
  const line = lines.find((one) => one.position === position)?.id ?? null
  const go = useEffectEvent((activity: string) => navigate(`/wallet/activity/${activity}`, { replace: true }))
  useEffect(() => {
    if (line !== null) go(line)
  }, [line])
  return null
}
