import { useEffect, useState } from 'react'
import { onFreshSignInNeeded } from '../data/client.ts'
import { sentenceOf } from '../data/errors.ts'
import { signInAgain } from '../data/security.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Asks for a fresh sign-in wherever the server wants one; what was to be done is begun again after it. */
export function FreshSignIn() {
  const [reason, setReason] = useState<string | null>(null)
  const [leaving, setLeaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => onFreshSignInNeeded(setReason), [])
  if (reason === null) return null

  const leave = async () => {
    setLeaving(true)
    setProblem(null)
    try {
      await signInAgain()
    } catch (error) {
      setLeaving(false)
      setProblem(sentenceOf(error, 'Sign-in is not available right now. Please try again.'))
    }
  }
  return (
    <Dialog
      open
      onClose={() => setReason(null)}
      title="Confirm it’s you"
      busy={leaving}
      footer={
        <>
          <Button variant="secondary" disabled={leaving} onClick={() => setReason(null)}>
            Not now
          </Button>
          <Button busy={leaving} onClick={() => void leave()}>
            Sign in again
          </Button>
        </>
      }
    >
      <p className="text-muted">{reason}</p>
      <p className="mt-3 text-muted">Nothing was done so far. Start it again once you are back.</p>
      {problem !== null && <Banner tone="debit">{problem}</Banner>}
    </Dialog>
  )
}
