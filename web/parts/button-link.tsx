import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from './router.ts'
import { buttonClass, type ButtonLook } from '../ui/button.tsx'

/** A link that looks like a button: it can be opened in a new tab and is announced as a link. */
export function ButtonLink({
  variant,
  size,
  wide,
  icon,
  className,
  children,
  ...rest
}: LinkProps & ButtonLook & { icon?: ReactNode }) {
  return (
    <Link {...rest} className={clsx(buttonClass({ variant, size, wide }), className)}>
      {icon}
      <span className="contents">{children}</span>
    </Link>
  )
}
