import { LogOut } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useAuth } from '../data/session.tsx'
import { useNavigate } from '../parts/router.ts'
import { useFocusAfter } from '../parts/use-focus-after.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { Losses } from './sign-out-losses.ts'
import { t } from '../texts/texts.ts'

const SignOutDialog = lazy(() => import('./sign-out-dialog.tsx'))

/** Signs out; asks first if something would be lost. */
export default function SignOut() {
  const { signOut } = useAuth()
  const navigate = useNavigate()
  const [losses, setLosses] = useState<Losses | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfter(losses !== null, button)
  const leave = () => {
    // In one update: if the user were cleared first, the guard would redirect a members' page to the login.
    void navigate('/')
    void signOut()
  }
  const askToLeave = async () => {
    // A failed look must not keep anybody from signing out.
    const found = await import('./sign-out-losses.ts').then(({ lossesNow }) => lossesNow()).catch(() => null)
    if (found === null) leave()
    else setLosses(found)
  }
  return (
    <>
      <IconButton label={t('Sign out')} icon={<LogOut />} ref={button} onClick={() => void askToLeave()} />
      {losses !== null && (
        <Suspense>
          <SignOutDialog losses={losses} onLeave={leave} onClose={() => setLosses(null)} />
        </Suspense>
      )}
    </>
  )
}
