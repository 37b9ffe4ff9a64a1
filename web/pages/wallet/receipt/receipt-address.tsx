import { useAddress } from '../../../parts/use-address.ts'
import { useNavigate } from '../../../parts/router.ts'

/** `?receipt=<activity>`, where receipts were before movements had pages, leads to the movement's. */
export function ReceiptAddress() {
  const navigate = useNavigate()
  useAddress(['receipt'], [], (query) => {
    navigate(`/wallet/activity/${query.get('receipt') ?? ''}`, { replace: true })
  })
  return null
}
