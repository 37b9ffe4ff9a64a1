import { Lock } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { isLocked, lockSetting, noteUse, verifyPresence, watchUse } from '../data/app-lock.ts'
import { browserSession } from '../data/browser-session.ts'
import { PageMessage } from '../parts/page-message.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { t } from '../texts/texts.ts'

/**
 * Resolves when the member has unlocked this device, or signed out. Until then nothing of the app runs: no page is
 * mounted and the member's database is not opened. `root`: what the screen is drawn in.
 */
export const keepLocked = async (root: HTMLElement): Promise<void> => {
  if (isLocked()) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const screen = createRoot(root)
    screen.render(<LockScreen onOpen={resolve} />)
    await promise
    screen.unmount()
  }
  if (lockSetting() === null) return
  noteUse()
  watchUse()
}

/** For the button that has the focus when its screen appears. */
const useFirst = () => {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return first
}

/** Opens by the passkey that the lock was set with. Without it there is the way to sign out. */
function LockScreen({ onOpen }: { onOpen: () => void }) {
  const { running, problem, run } = useAttempt({
    otherwise: t('That did not unlock it. Please try again with the passkey that you set the lock with.'),
  })
  const first = useFirst()
  const [leaving, setLeaving] = useState(false)
  if (leaving) return <Leave onBack={() => setLeaving(false)} onLeft={onOpen} />
  return (
    <Screen
      title={t('Youtility is locked')}
      problem={problem}
      text={t('Show by your fingerprint, face or screen lock that it’s you. This works offline, too.')}
    >
      <Button
        ref={first}
        busy={running}
        onClick={() => void run(() => verifyPresence(lockSetting()?.passkey), onOpen)}
      >
        {t('Unlock')}
      </Button>
      <Button variant="secondary" disabled={running} onClick={() => setLeaving(true)}>
        {t('Sign out')}
      </Button>
    </Screen>
  )
}

/** Asks first: what waits to be sent cannot be looked at while it is locked. */
function Leave({ onBack, onLeft }: { onBack: () => void; onLeft: () => void }) {
  const { running, problem, run } = useAttempt({ log: t('Signing out failed') })
  const first = useFirst()
  const leave = async () => {
    history.replaceState(null, '', '/')
    await browserSession().signOut()
  }
  return (
    <Screen
      title={t('Sign out without unlocking?')}
      problem={problem}
      text={t(
        'Everything of yours is removed from this device, also changes that were not sent yet. You can sign in again without the lock.',
      )}
    >
      <Button variant="danger" busy={running} onClick={() => void run(leave, onLeft)}>
        {t('Sign out')}
      </Button>
      <Button ref={first} variant="secondary" disabled={running} onClick={onBack}>
        {t('Back')}
      </Button>
    </Screen>
  )
}

/** `children`: the buttons. */
function Screen({
  title,
  text,
  problem,
  children,
}: {
  title: string
  text: string
  problem: string | null
  children: ReactNode
}) {
  const actions = (
    <>
      <div className="w-full empty:hidden">
        <Problem>{problem}</Problem>
      </div>
      {children}
    </>
  )
  return (
    <main>
      <PageMessage icon={<Lock className="size-7" />} title={title} actions={actions}>
        {text}
      </PageMessage>
    </main>
  )
}
