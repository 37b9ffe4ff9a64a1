import { clsx } from 'clsx'
import { ExternalLink } from 'lucide-react'
import { t } from '../texts/texts.ts'
import { buttonClass } from './button.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Looks like a button and goes to another page in a tab of its own, which is said to whoever does not see the sign. */
export function OutsideLink({
  href,
  wide,
  className,
  children,
}: {
  href: string
  wide?: boolean
  className?: string
  children: string
}) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={clsx(buttonClass({ variant: 'secondary', wide }), className)}
    >
      {children}
      <ExternalLink />
      <VisuallyHidden> {t('(opens in a new tab)')}</VisuallyHidden>
    </a>
  )
}
