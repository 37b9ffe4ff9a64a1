import type { CSSProperties, ReactNode } from 'react'

/** Figures that are shorter fit everywhere. */
const SHORT = 8

/** A figure that shrinks, where `fits-figures` in theme.css surrounds it, until it fits the width. */
export const fitted = (figure: string): ReactNode => {
  if (figure.length <= SHORT) return figure
  const style: CSSProperties & { '--figure': number } = { '--figure': figure.length }
  return (
    <span data-figure="" style={style}>
      {figure}
    </span>
  )
}
