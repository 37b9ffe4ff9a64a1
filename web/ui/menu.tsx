import { clsx } from 'clsx'
import { EllipsisVertical } from 'lucide-react'
import {
  type ComponentProps,
  type ComponentType,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Button, type ButtonProps } from './button.tsx'
import { iconButtonClass } from './icon-button.tsx'
import { menuKey } from './menu-keys.ts'

interface MenuItem {
  readonly label: string
  readonly icon?: ReactNode
  /** Can't be done now; say why next to the menu. */
  readonly disabled?: boolean
  /** `from` is the menu's button: return the focus to it when what was opened closes. */
  readonly onSelect: (from: HTMLElement) => void
}

/**
 * A few actions behind one button. Our own menu and not Radix', which needs 18 kB to place a menu anywhere; this one
 * opens below its button, or above it if there is no room. Its button shows three dots, or with `button` its label, in
 * that look, or it is a `Trigger` of the caller's, at a line's end.
 */
export function Menu({
  label,
  items,
  button,
  Trigger,
  opensAtOnce = false,
}: {
  label: string
  items: readonly MenuItem[]
  button?: Pick<ButtonProps, 'variant' | 'size' | 'icon' | 'disabled'>
  Trigger?: ComponentType<ComponentProps<'button'>>
  /** Its button was pressed before the menu had been loaded. */
  opensAtOnce?: boolean
}) {
  const [open, setOpen] = useState<'below' | 'above' | null>(null)
  const whole = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  const isOpen = open !== null
  // Only some browsers move the focus away on a tap outside the menu.
  useEffect(() => {
    if (!isOpen) return
    const beside = ({ target }: Event) => {
      if (target instanceof Node && whole.current?.contains(target) !== true) setOpen(null)
    }
    document.addEventListener('pointerdown', beside)
    return () => document.removeEventListener('pointerdown', beside)
  }, [isOpen])
  useEffect(() => {
    if (!opensAtOnce) return
    const press = setTimeout(() => trigger.current?.click())
    return () => clearTimeout(press)
  }, [opensAtOnce])
  const entries = (): HTMLElement[] => [
    ...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
  ]
  const show = (focus: 'first' | 'last') => {
    flushSync(() => setOpen('below'))
    const foot = menu.current?.getBoundingClientRect().bottom ?? 0
    // The end of the window, or on phones the bar, leaves no room below: then above.
    if (foot > window.innerHeight - BAR_PX) flushSync(() => setOpen('above'))
    entries()
      .at(focus === 'first' ? 0 : -1)
      ?.focus()
  }
  const hide = () => {
    setOpen(null)
    trigger.current?.focus()
  }
  const choose = ({ disabled, onSelect }: MenuItem) => {
    if (disabled === true || trigger.current === null) return
    hide()
    onSelect(trigger.current)
  }
  const onMenuKey = (event: KeyboardEvent) => {
    const all = entries()
    const names = all.map(({ textContent }) => textContent)
    const place = all.findIndex((entry) => entry === document.activeElement)
    const next = menuKey(event.key, place, names)
    if (next === null) return
    // Tab moves the focus to what follows the button.
    if (next === 'leave') return setOpen(null)
    event.preventDefault()
    event.stopPropagation()
    if (next === 'close') hide()
    else all[next]?.focus()
  }
  const onLeave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(null)
  }
  const opener = {
    ref: trigger,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    // Keeps the focus in the open menu, so that this click closes it and doesn't open it again.
    onMouseDown: (event: MouseEvent) => {
      if (isOpen) event.preventDefault()
    },
    onClick: () => (isOpen ? hide() : show('first')),
    onKeyDown: (event: KeyboardEvent) => {
      const to = event.key === 'ArrowDown' ? 'first' : event.key === 'ArrowUp' ? 'last' : null
      if (to === null) return
      event.preventDefault()
      show(to)
    },
  } as const
  return (
    <div ref={whole} className="relative inline-flex" onBlur={onLeave}>
      {Trigger !== undefined ? (
        <Trigger {...opener} />
      ) : button === undefined ? (
        <button {...opener} type="button" aria-label={label} className={iconButtonClass}>
          <EllipsisVertical />
        </button>
      ) : (
        <Button {...opener} {...button}>
          {label}
        </Button>
      )}
      {open !== null && (
        <div
          ref={menu}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={onMenuKey}
          className={clsx(
            // On phones it fits above or below every place of the screen, and scrolls.
            'max-md:max-h-[40dvh] max-md:overflow-y-auto',
            'absolute z-30 w-max min-w-44 rounded-control border border-line bg-raised p-1 text-ink shadow-float animate-fade-in',
            open === 'below' ? 'top-full mt-1' : 'bottom-full mb-1',
            // Dots are at a line's end, buttons with a label anywhere, on phones at its start.
            button === undefined ? 'end-0' : 'start-0',
          )}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-disabled={item.disabled}
              onClick={() => choose(item)}
              onPointerMove={({ currentTarget }) => currentTarget.focus()}
              className="flex min-h-11 w-full items-center gap-2.5 rounded-md px-3 text-start text-[0.9375rem] font-medium focus:bg-primary-soft focus-visible:-outline-offset-2 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&>svg]:size-4 [&>svg]:text-muted"
            >
              {item.icon}
              <span>{item.label}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Height of the bar at the bottom of a phone's screen, which covers the content behind it. */
const BAR_PX = 72
