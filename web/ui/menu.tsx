import { clsx } from 'clsx'
import { EllipsisVertical } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { iconButtonClass } from './icon-button.tsx'
import { menuKey } from './menu-keys.ts'

export interface MenuItem {
  readonly label: string
  readonly icon?: ReactNode
  /** Can't be done now; say why where the menu stands. */
  readonly disabled?: boolean
  /** `from` is the menu's button: give it the focus back when what was opened closes again. */
  readonly onSelect: (from: HTMLElement) => void
}

/**
 * A few actions behind one button: the menu button of the ARIA patterns. Our own and not Radix', which
 * brings 18 kB to place a menu anywhere; this one hangs below its button, or above it where there is no room.
 */
export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const [open, setOpen] = useState<'below' | 'above' | null>(null)
  const whole = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  const isOpen = open !== null
  // A tap beside it takes the focus away on some browsers only.
  useEffect(() => {
    if (!isOpen) return
    const beside = ({ target }: Event) => {
      if (target instanceof Node && whole.current?.contains(target) !== true) setOpen(null)
    }
    document.addEventListener('pointerdown', beside)
    return () => document.removeEventListener('pointerdown', beside)
  }, [isOpen])
  const entries = (): HTMLElement[] => [
    ...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
  ]
  const show = (focus: 'first' | 'last') => {
    flushSync(() => setOpen('below'))
    const foot = menu.current?.getBoundingClientRect().bottom ?? 0
    // Nothing below it but the end of the window, and on phones the bar: then above.
    if (foot > window.innerHeight - BAR_PX) flushSync(() => setOpen('above'))
    entries()
      .at(focus === 'first' ? 0 : -1)
      ?.focus()
  }
  const hide = () => {
    setOpen(null)
    trigger.current?.focus()
  }
  const choose = ({ disabled = false, onSelect }: MenuItem) => {
    if (disabled || trigger.current === null) return
    hide()
    onSelect(trigger.current)
  }
  const onMenuKey = (event: KeyboardEvent) => {
    const all = entries()
    const names = all.map(({ textContent }) => textContent)
    const place = all.findIndex((entry) => entry === document.activeElement)
    const next = menuKey(event.key, place, names)
    if (next === null) return
    // Tab leaves for what comes after the button.
    if (next === 'leave') return setOpen(null)
    event.preventDefault()
    event.stopPropagation()
    if (next === 'close') hide()
    else all[next]?.focus()
  }
  const onLeave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(null)
  }
  return (
    <div ref={whole} className="relative inline-flex" onBlur={onLeave}>
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className={iconButtonClass}
        // Keeps the focus in the open menu, so that this click closes it and doesn't open it anew.
        onMouseDown={(event) => {
          if (isOpen) event.preventDefault()
        }}
        onClick={() => (isOpen ? hide() : show('first'))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          show(event.key === 'ArrowDown' ? 'first' : 'last')
        }}
      >
        <EllipsisVertical aria-hidden="true" className="size-5" />
      </button>
      {open !== null && (
        <div
          ref={menu}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={onMenuKey}
          className={clsx(
            'absolute end-0 z-30 w-max min-w-44 rounded-control border border-line bg-raised p-1 text-ink shadow-float animate-fade-in',
            open === 'below' ? 'top-full mt-1' : 'bottom-full mb-1',
          )}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-disabled={item.disabled ?? false}
              onClick={() => choose(item)}
              onPointerMove={({ currentTarget }) => currentTarget.focus()}
              className="flex min-h-11 w-full items-center gap-2.5 rounded-md px-3 text-start text-[0.9375rem] font-medium focus:bg-primary-soft focus-visible:-outline-offset-2 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&>svg]:size-4 [&>svg]:text-muted"
            >
              {item.icon}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** The bar at the foot of a phone's screen covers what is behind it. */
const BAR_PX = 72
