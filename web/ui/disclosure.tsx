import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'

/** A button that shows and hides the content below it. */
export function Disclosure({
  label,
  open,
  onChange,
  children,
}: {
  /** Describes the content; the same whether it is shown or hidden. */
  label: string
  open: boolean
  onChange: (open: boolean) => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <>
      <Button
        variant="secondary"
        wide
        aria-expanded={open}
        aria-controls={id}
        icon={<ChevronDown className={clsx('transition-transform duration-150', open && 'rotate-180')} />}
        onClick={() => onChange(!open)}
      >
        {label}
      </Button>
      <div id={id} hidden={!open} className={open ? 'grid gap-4' : undefined}>
        {open && children}
      </div>
    </>
  )
}
