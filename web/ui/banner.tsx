import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import type { Tone } from './badge.tsx'
import { IconButton } from './icon-button.tsx'

const looks: Record<Tone, { box: string; ink: string; Icon: typeof Info }> = {
  neutral: { box: 'border-line bg-sunken', ink: 'text-muted', Icon: Info },
  primary: { box: 'border-line bg-primary-soft', ink: 'text-primary', Icon: Info },
  credit: { box: 'border-credit/30 bg-credit-soft', ink: 'text-credit', Icon: CircleCheck },
  debit: { box: 'border-debit/30 bg-debit-soft', ink: 'text-debit', Icon: CircleAlert },
  warning: { box: 'border-warning/30 bg-warning-soft', ink: 'text-warning', Icon: TriangleAlert },
  halted: { box: 'border-halted/30 bg-halted-soft', ink: 'text-halted', Icon: TriangleAlert },
}

/**
 * A notice in the flow of the page. `live`: how it is announced when it appears; `onDismiss` adds a button to remove
 * it.
 */
export function Banner({
  tone = 'neutral',
  title,
  children,
  action,
  onDismiss,
  live,
}: {
  tone?: Tone
  title?: string | undefined
  children?: ReactNode
  action?: ReactNode
  onDismiss?: () => void
  live?: 'status' | 'alert'
}) {
  const { box, ink, Icon } = looks[tone]
  return (
    <div
      role={live}
      className={clsx('flex flex-wrap items-start gap-x-3 gap-y-2 rounded-control border px-4 py-3', box)}
    >
      <Icon className={clsx('mt-0.5 size-5 shrink-0', ink)} />
      <div className="min-w-40 flex-1 text-[0.9375rem]">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children !== undefined && <div className="text-ink">{children}</div>}
      </div>
      {action}
      {onDismiss !== undefined && (
        <IconButton
          label={t('Dismiss this notice')}
          icon={<X className="size-4!" />}
          // Aligns the cross with the title.
          className="-my-2.5 -me-2.5"
          onClick={onDismiss}
        />
      )}
    </div>
  )
}
