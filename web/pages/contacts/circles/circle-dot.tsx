import { clsx } from 'clsx'
import type { CircleColor } from '../../../../api/contract/contacts.ts'
import { COLOR_CLASSES } from '../words.ts'

/** A dot in the circle's color; decorative, because the name is shown beside it. */
export function CircleDot({ color, large = false }: { color: CircleColor; large?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-block shrink-0 rounded-full forced-color-adjust-none',
        large ? 'size-10' : 'size-4',
        COLOR_CLASSES[color],
      )}
    />
  )
}
