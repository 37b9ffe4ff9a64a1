import { Monitor, Moon, Sun } from 'lucide-react'
import { IconButton } from '../ui/icon-button.tsx'
import { chooseTheme, type ThemeChoice } from './theme.ts'

const next: Record<ThemeChoice, ThemeChoice> = {
  light: 'dark-violet',
  'dark-violet': 'system',
  system: 'light',
}
const looks = {
  light: { name: 'light', Icon: Sun },
  'dark-violet': { name: 'dark violet', Icon: Moon },
  system: { name: 'as the system', Icon: Monitor },
}

/** Goes through light, dark violet and 'as the system'. */
export function ThemeToggle({ choice }: { choice: ThemeChoice }) {
  const { name, Icon } = looks[choice]
  return (
    <IconButton
      label={`Theme: ${name}. Switch to ${looks[next[choice]].name}`}
      icon={<Icon aria-hidden="true" className="size-5" />}
      onClick={() => chooseTheme(next[choice])}
    />
  )
}
