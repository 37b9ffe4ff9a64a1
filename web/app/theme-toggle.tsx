import { Monitor, Moon, Sun } from 'lucide-react'
import { IconButton } from '../ui/icon-button.tsx'
import { chooseTheme, type ThemeChoice } from './theme.ts'
import { t } from '../texts/texts.ts'

const next: Record<ThemeChoice, ThemeChoice> = {
  light: 'dark-violet',
  'dark-violet': 'system',
  system: 'light',
}
const looks = {
  light: { name: 'light', Icon: Sun },
  'dark-violet': { name: t('dark violet'), Icon: Moon },
  system: { name: t('as the system'), Icon: Monitor },
}

/** The switch through light, dark violet and 'as the system'. */
export const themeSwitch = (choice: ThemeChoice) => {
  const { name, Icon } = looks[choice]
  return {
    label: t('Theme: {name}. Switch to {name2}', { name, name2: looks[next[choice]].name }),
    Icon,
    onSwitch: () => chooseTheme(next[choice]),
  }
}

export default function ThemeToggle({ choice }: { choice: ThemeChoice }) {
  const { label, Icon, onSwitch } = themeSwitch(choice)
  return <IconButton label={label} icon={<Icon />} onClick={onSwitch} />
}
