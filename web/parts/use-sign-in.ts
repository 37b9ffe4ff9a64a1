import { useCallback, useState } from 'react'
import { sentenceOf } from '../data/errors.ts'
import { useAuth } from '../data/session.tsx'
import { useToast } from '../ui/toast.tsx'
import { t } from '../texts/texts.ts'

/** Leaves for the identity provider; a toast says why when that fails. `otherAccount`: it is to ask for the account. */
export const useSignIn = ({ otherAccount = false } = {}): {
  readonly signIn: () => void
  readonly isLeaving: boolean
} => {
  const { signIn: leave } = useAuth()
  const showToast = useToast()
  const [isLeaving, setLeaving] = useState(false)
  const signIn = useCallback(() => {
    setLeaving(true)
    leave({ otherAccount })
      .catch((error: unknown) => {
        console.error('Leaving for the sign-in failed', error)
        const otherwise = t('Sign-in is not available right now. Please try again.')
        showToast({ tone: 'debit', title: sentenceOf(error, otherwise) })
      })
      // Also after success: the browser may show this page again when the member comes back.
      .finally(() => setLeaving(false))
  }, [leave, showToast, otherAccount])
  return { signIn, isLeaving }
}
