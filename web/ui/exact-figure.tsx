import { useState } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'
import { Tooltip } from './tooltip.tsx'
import type { ReactNode } from 'react'

/** A short figure. The exact one is shown on hover, on focus and on touch, and is what screen readers say. */
export function ExactFigure({ exact, children }: { exact: string; children: ReactNode }) {
  const [touched, setTouched] = useState(false)
  return (
    <Tooltip text={exact} align="start" shown={touched}>
      <button
        type="button"
        className="cursor-help text-start whitespace-nowrap tabular"
        onClick={() => setTouched(!touched)}
        onBlur={() => setTouched(false)}
      >
        <span aria-hidden="true">{children}</span>
        <VisuallyHidden>{exact}</VisuallyHidden>
      </button>
    </Tooltip>
  )
}
