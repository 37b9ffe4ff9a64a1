import * as Radix from 'radix-ui/tabs'
import { type ReactNode, useId } from 'react'

interface Tab<Value extends string> {
  value: Value
  label: string
  content: ReactNode
}

/** Views of one thing side by side; arrow keys move between them, on phones the row scrolls by itself. */
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
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const chosen = tabs.find((tab) => tab.value === next)
        if (chosen) onChange(chosen.value)
      }}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line">
        <Radix.List aria-label={label} className="flex max-w-full grow gap-1 overflow-x-auto">
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              id={`${id}-trigger-${tab.value}`}
              aria-controls={tab.value === value ? `${id}-panel` : undefined}
              onFocus={(event) => comeIntoView(event.currentTarget)}
              onClick={(event) => comeIntoView(event.currentTarget)}
              className="min-h-11 shrink-0 border-b-2 border-transparent px-4 text-sm font-semibold max-sm:grow max-sm:px-1 max-sm:text-[0.8125rem] text-muted transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-selected data-[state=active]:text-selected"
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {beside}
      </div>
      {/* Not Radix' own panel: it reads its computed styles while it is rendered, which delays the whole page. */}
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
    </Radix.Root>
  )
}

/** Scrolls the row so that the chosen tab is in its middle and its neighbours are visible too. */
function comeIntoView(tab: HTMLElement): void {
  tab.scrollIntoView({ block: 'nearest', inline: 'center' })
}
