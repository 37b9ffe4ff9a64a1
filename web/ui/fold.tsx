import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'

/** Hides the title and the frame of the card inside. */
const UNFRAMED =
  '[&>section]:border-0 [&>section]:p-0 [&>section]:shadow-none [&>section>div:first-child]:justify-end [&>section>div:first-child>h2]:hidden'

/** A card that is only its title until it is opened, around a card with the same title. */
export function Fold({
  title,
  open,
  onChange,
  children,
}: {
  title: string
  open: boolean
  onChange: (open: boolean) => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className="rounded-card border border-line bg-surface shadow-card">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => onChange(!open)}
          className="flex min-h-14 w-full items-center justify-between gap-4 rounded-card px-5 text-start text-lg font-bold"
        >
          {title}
          <ChevronDown
            className={clsx(
              'size-5 shrink-0 text-muted transition-transform duration-150',
              open && 'rotate-180',
            )}
          />
        </button>
      </h2>
      <div id={id} hidden={!open} className={clsx('px-5 pt-1 pb-5', UNFRAMED)}>
        {open && children}
      </div>
    </div>
  )
}
