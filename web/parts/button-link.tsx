import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from './router.ts'
import { buttonClass, type ButtonLook } from '../ui/button.tsx'

/** Looks like a button, goes somewhere: a link, so that it opens in a new tab and is announced as one. */
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
      {children}
    </Link>
  )
}
