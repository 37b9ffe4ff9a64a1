import { LogOut } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useAuth } from '../data/session.tsx'
import { useNavigate } from '../parts/router.ts'
import { useFocusAfter } from '../parts/use-focus-after.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { Losses } from './sign-out-losses.ts'
import { t } from '../texts/texts.ts'

const SignOutDialog = lazy(() => import('./sign-out-dialog.tsx'))

/** Signs out; asks first, in the `dialog`, if something would be lost. `from` gets the focus back. */
export const useSignOut = (): { readonly ask: (from: HTMLElement) => void; readonly dialog: ReactNode } => {
  const { signOut } = useAuth()
  const navigate = useNavigate()
  const [losses, setLosses] = useState<Losses | null>(null)
  const opener = useRef<HTMLElement>(null)
  useFocusAfter(losses !== null, opener)
  const leave = () => {
    // In one update: if the user were cleared first, the guard would redirect a members' page to the login.
    navigate('/')
    void signOut()
  }
  const ask = async (from: HTMLElement) => {
    opener.current = from
    // A failed look must not keep anybody from signing out.
    const found = await import('./sign-out-losses.ts').then(({ lossesNow }) => lossesNow()).catch(() => null)
    if (found === null) leave()
    else setLosses(found)
  }
  return {
    ask: (from) => void ask(from),
    dialog: losses !== null && (
      <Suspense>
        <SignOutDialog losses={losses} onLeave={leave} onClose={() => setLosses(null)} />
      </Suspense>
    ),
  }
}

export default function SignOut() {
  const { ask, dialog } = useSignOut()
  return (
    <>
      <IconButton
        label={t('Sign out')}
        icon={<LogOut />}
        onClick={({ currentTarget }) => ask(currentTarget)}
      />
      {dialog}
    </>
  )
}
