import { lazy, Suspense, useEffect, useState } from 'react'
import { onFreshSignInNeeded } from '../data/client.ts'

const FreshSignInDialog = lazy(() => import('./fresh-sign-in-dialog.tsx'))

/** Asks for a fresh sign-in when the server requires one; after it the member has to repeat the rejected action. */
export function FreshSignIn() {
  const [reason, setReason] = useState<string | null>(null)
  useEffect(() => onFreshSignInNeeded(setReason), [])
  if (reason === null) return null
  return (
    <Suspense>
      <FreshSignInDialog reason={reason} onClose={() => setReason(null)} />
    </Suspense>
  )
}
