import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Tooltip } from './tooltip.tsx'

export const iconButtonClass = clsx(
  'inline-flex size-11 shrink-0 items-center justify-center rounded-full text-muted',
  'transition-colors duration-150 hover:bg-primary-soft hover:text-ink disabled:cursor-not-allowed disabled:opacity-50',
  '[&>svg]:size-5',
)

/** A button with only an icon; its label is its accessible name and its tooltip. */
export function IconButton({
  label,
  icon,
  className,
  ...rest
}: ComponentProps<'button'> & { label: string; icon: ReactNode }) {
  return (
    <Tooltip text={label}>
      <button type="button" {...rest} aria-label={label} className={clsx(iconButtonClass, className)}>
        {icon}
      </button>
    </Tooltip>
  )
}
