import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { tabKey } from './tab-keys.ts'

interface Tab<Value extends string> {
  value: Value
  label: string
  content: ReactNode
}

/**
 * Views of one thing side by side; arrow keys move between them, on phones the row scrolls by itself. Our own and not
 * Radix', whose tabs and what they need were an eighth of what members' pages share.
 */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  beside,
}: {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** In the same row, after the tabs: a link that leads elsewhere. */
  beside?: ReactNode
}) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  // Once the tab is chosen, and not when it gets the focus: under a finger the row would move between touch and click,
  // and the click would miss.
  const place = tabs.findIndex((tab) => tab.value === value)
  useEffect(() => {
    if (row.current !== null) bringToMiddle(row.current, place)
  }, [place])
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const to = tabKey(event.key, place, tabs.length, document.documentElement.dir === 'rtl')
    const tab = to === null ? undefined : tabs[to]
    if (to === null || tab === undefined) return
    // Home and End would scroll the page.
    event.preventDefault()
    onChange(tab.value)
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line">
        {/* Its tabs have the focus, not the row. */}
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
        <div
          ref={row}
          role="tablist"
          aria-label={label}
          onKeyDown={move}
          className="flex max-w-full grow gap-1 overflow-x-auto"
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-trigger-${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={tab.value === value ? `${id}-panel` : undefined}
              // One stop for the whole row: arrows move within it.
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onChange(tab.value)}
              className="min-h-11 shrink-0 border-b-2 border-transparent px-4 text-sm font-semibold max-sm:grow max-sm:px-1 max-sm:text-[0.8125rem] text-muted transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-selected aria-selected:text-selected"
            >
              {tab.label}
            </button>
          ))}
        </div>
        {beside}
      </div>
      <div
        key={value}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-trigger-${value}`}
        // A view without any focusable element can be reached by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="pt-5"
      >
        {tabs.find((tab) => tab.value === value)?.content}
      </div>
    </div>
  )
}

/**
 * Scrolls the row, and never the page, so that the chosen tab is in its middle and its neighbours are visible too. The
 * distance is the same in both directions of writing.
 */
function bringToMiddle(row: HTMLElement, place: number): void {
  const tab = row.querySelectorAll('[role="tab"]')[place]
  if (tab === undefined || row.scrollWidth <= row.clientWidth) return
  const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  row.scrollBy({ left: inner.left + inner.width / 2 - (outer.left + outer.width / 2) })
}
