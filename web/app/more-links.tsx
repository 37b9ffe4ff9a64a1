import { CircleHelp, CircleUser, Contact, LogOut, Smartphone } from 'lucide-react'
import type { ComponentProps, ComponentType } from 'react'
import { useNavigate } from '../parts/router.ts'
import { Menu } from '../ui/menu.tsx'
import { useSignOut } from './sign-out.tsx'
import { themeSwitch } from './theme-toggle.tsx'
import type { ThemeChoice } from './theme.ts'
import { t } from '../texts/texts.ts'

/** Where the bar of a phone has no link of its own to, and what its header has no room for. */
export default function MoreLinks({
  choice,
  Trigger,
  opensAtOnce,
}: {
  choice: ThemeChoice
  Trigger: ComponentType<ComponentProps<'button'>>
  opensAtOnce: boolean
}) {
  const navigate = useNavigate()
  const { ask, dialog } = useSignOut()
  const { label, Icon, onSwitch } = themeSwitch(choice)
  const links = [
    { to: '/tellepathy', label: t('Contacts'), icon: <Contact /> },
    { to: '/devices', label: t('Devices'), icon: <Smartphone /> },
    { to: '/profile', label: t('Profile'), icon: <CircleUser /> },
    { to: '/help', label: t('Help'), icon: <CircleHelp /> },
  ]
  return (
    <>
      <Menu
        label={t('More')}
        Trigger={Trigger}
        opensAtOnce={opensAtOnce}
        items={[
          ...links.map(({ to, ...link }) => ({ ...link, onSelect: () => navigate(to) })),
          { label, icon: <Icon />, onSelect: onSwitch },
          { label: t('Sign out'), icon: <LogOut />, onSelect: ask },
        ]}
      />
      {dialog}
    </>
  )
}
