import { EllipsisVertical } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import { useRef, type ReactNode } from 'react'
import { iconButtonClass } from './icon-button.tsx'

export interface MenuItem {
  readonly label: string
  readonly icon?: ReactNode
  /** Can't be done now; say why where the menu stands. */
  readonly disabled?: boolean
  /** `from` is the menu's button: give it the focus back when what was opened closes again. */
  readonly onSelect: (from: HTMLElement) => void
}

/**
 * A few actions behind one button. Not modal: Radix locks scrolling with a style element, which the content
 * security policy forbids.
 */
export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger ref={trigger} aria-label={label} className={iconButtonClass}>
        <EllipsisVertical aria-hidden="true" className="size-5" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-30 min-w-44 rounded-control border border-line bg-raised p-1 text-ink shadow-float animate-fade-in"
        >
          {items.map(({ label: name, icon, disabled = false, onSelect }) => (
            <Radix.Item
              key={name}
              disabled={disabled}
              onSelect={() => {
                if (trigger.current !== null) onSelect(trigger.current)
              }}
              className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md px-3 text-[0.9375rem] font-medium outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-primary-soft [&>svg]:size-4 [&>svg]:text-muted"
            >
              {icon}
              {name}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
