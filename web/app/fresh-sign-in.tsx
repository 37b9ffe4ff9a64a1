import { lazy, Suspense, useEffect, useState } from 'react'
import { onFreshSignInNeeded, type StepUp } from '../data/client.ts'

const FreshSignInDialog = lazy(() => import('./fresh-sign-in-dialog.tsx'))

/**
 * Asks who is there when the server wants to know: with a passkey the rejected call goes on, after a fresh sign-in the
 * member has to repeat it.
 */
export function FreshSignIn() {
  const [asked, setAsked] = useState<readonly StepUp[]>([])
  useEffect(() => onFreshSignInNeeded((stepUp) => setAsked((others) => [...others, stepUp])), [])
  const [first] = asked
  if (first === undefined) return null
  return (
    <Suspense>
      <FreshSignInDialog
        stepUp={first}
        onClose={(assertion) => {
          first.settle(assertion)
          setAsked(([, ...others]) => others)
        }}
      />
    </Suspense>
  )
}
