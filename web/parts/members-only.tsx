import { Fragment, type ReactNode } from 'react'
import type { CurrentUser } from '../../api/contract/session.ts'
import { useAuth } from '../data/session.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useSignIn } from './use-sign-in.ts'
import { t } from '../texts/texts.ts'

/** A page that is mounted anew for each member; anybody else sees why to sign in. */
export function MembersOnly({
  icon,
  title,
  children,
}: {
  icon: ReactNode
  title: string
  children: (user: CurrentUser) => ReactNode
}) {
  const { user } = useAuth()
  if (user !== null) return <Fragment key={user.id}>{children(user)}</Fragment>
  return (
    <div className="page-width py-12">
      <EmptyState icon={icon} title={title} action={<SignIn />} />
    </div>
  )
}

function SignIn() {
  const { signIn, isLeaving } = useSignIn()
  return (
    <Button busy={isLeaving} onClick={signIn}>
      {t('Sign In')}
    </Button>
  )
}
