import { useEffect } from 'react'
import { useNavigate, useParams, useSearchParams } from '../parts/router.ts'
import { sendPath } from '../parts/outside-links.ts'

/** `/pay/@ada?amount=25` opens Send Funds with these values; the member still has to confirm. */
export default function PayPage() {
  const { to = '' } = useParams()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const place = sendPath(to, query)
  useEffect(() => void navigate(place, { replace: true }), [navigate, place])
  return null
}
