import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { RoundIcon } from './round-icon.tsx'

/** One of the few things a phone's screen is for: an icon in a circle with a word below it. */
export function RoundAction({
  icon,
  children,
  tone,
  className,
  ...rest
}: ComponentProps<'button'> & { icon: ReactNode; tone?: string }) {
  return (
    <button
      type="button"
      {...rest}
      className={clsx(
        'flex min-w-0 flex-col items-center gap-1.5 rounded-control py-1 text-[0.8125rem] leading-tight font-semibold hyphens-auto',
        className,
      )}
    >
      <RoundIcon className="size-14 [&>svg]:size-6" tone={tone}>
        {icon}
      </RoundIcon>
      <span className="contents">{children}</span>
    </button>
  )
}
