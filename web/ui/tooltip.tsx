import { useEffect, useState, type ReactNode } from 'react'

/**
 * Shows a short text below its child, on hover and on keyboard focus; Escape hides it. It repeats or extends the
 * accessible name of its child and is itself hidden from assistive technology, so give the child a label.
 */
export function Tooltip({
  text,
  align = 'center',
  shown: isShown = false,
  children,
}: {
  text: string
  align?: 'center' | 'start' | 'end'
  /** Shown by its child, for touch, which does not hover. */
  shown?: boolean
  children: ReactNode
}) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!shown) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setShown(false)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [shown])
  const places = { center: 'left-1/2 -translate-x-1/2', start: 'start-0', end: 'end-0' }
  return (
    <span
      className="relative inline-flex"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setShown(true)}
      onPointerLeave={() => setShown(false)}
      onPointerDown={() => setShown(false)}
      onFocus={(event) => event.target.matches(':focus-visible') && setShown(true)}
      onBlur={() => setShown(false)}
    >
      {children}
      {(shown || isShown) && (
        <span
          aria-hidden="true"
          data-tooltip=""
          className={`pointer-events-none absolute top-full z-50 mt-1 w-max max-w-60 rounded-md bg-ink px-2 py-1 text-xs font-medium text-canvas shadow-float animate-fade-in ${places[align]}`}
        >
          {text}
        </span>
      )}
    </span>
  )
}
