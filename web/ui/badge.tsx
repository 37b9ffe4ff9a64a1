import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** `halted` (orange): stopped for now, can be resumed. */
export type Tone = 'neutral' | 'primary' | 'credit' | 'debit' | 'warning' | 'halted'

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  primary: 'bg-primary-soft text-primary',
  credit: 'bg-credit-soft text-credit',
  debit: 'bg-debit-soft text-debit',
  warning: 'bg-warning-soft text-warning',
  halted: 'bg-halted-soft text-halted',
}

/** A state in a word. The colour only repeats what the word says. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
