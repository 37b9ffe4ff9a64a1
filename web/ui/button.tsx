import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

export interface ButtonLook {
  /** primary: the one thing to do next · secondary: also possible · quiet: in passing · danger: undoes or deletes */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  /** Takes the whole width of its container. */
  wide?: boolean | undefined
}

const variants = {
  primary: 'bg-primary text-on-primary hover:not-disabled:bg-primary-strong',
  secondary: 'border border-control bg-surface text-ink hover:not-disabled:bg-primary-soft',
  quiet: 'text-primary hover:not-disabled:bg-primary-soft',
  danger: 'border border-debit bg-surface text-debit hover:not-disabled:bg-debit-soft',
}

const sizes = {
  sm: 'min-h-9 px-3 text-sm',
  md: 'min-h-11 px-4 text-[0.9375rem]',
  lg: 'min-h-13 px-6 text-base',
}

/** The classes of a button, for links that look like one. */
export function buttonClass({ variant = 'primary', size = 'md', wide = false }: ButtonLook): string {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-control py-2 text-center font-semibold',
    'transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:size-4',
    variants[variant],
    sizes[size],
    wide && 'w-full',
  )
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Work is under way: shows a spinner and takes no clicks, but keeps the focus. */
  busy?: boolean | undefined
  icon?: ReactNode
}

export function Button({
  variant,
  size,
  wide,
  busy = false,
  icon,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
      className={clsx(buttonClass({ variant, size, wide }), busy && 'cursor-progress opacity-80', className)}
    >
      {busy ? <Spinner /> : icon}
      <span className="contents">{children}</span>
    </button>
  )
}

/** Leaves a dialog or a step of it and does nothing else: Close, Cancel, Back. */
export function LeaveButton({
  label,
  ...rest
}: Omit<ButtonProps, 'variant' | 'children'> & { label: string }) {
  return (
    <Button variant="secondary" {...rest}>
      {label}
    </Button>
  )
}
