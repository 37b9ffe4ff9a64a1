import { clsx } from 'clsx'
import { ExternalLink } from 'lucide-react'
import { t } from '../texts/texts.ts'
import { buttonClass } from './button.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/** A link that looks like a button and opens another page in a new tab, which screen readers announce. */
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
      <span className="contents">{children}</span>
      <ExternalLink />
      <VisuallyHidden> {t('(opens in a new tab)')}</VisuallyHidden>
    </a>
  )
}
