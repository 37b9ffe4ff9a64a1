/** What the helpers do in the page. Sent as source: it must not use anything from outside of itself. */

/** Something on the page by what a member knows of it: its role and its name. */
export interface Target {
  readonly role: 'button' | 'link' | 'field' | 'heading' | 'switch'
  /** The whole name, else its beginning, else a part of it. */
  readonly name: string
  /** Within the open dialog only. */
  readonly inDialog: boolean
}

export type Task =
  | { readonly kind: 'place' | 'value'; readonly target: Target }
  | { readonly kind: 'choose'; readonly target: Target; readonly value: string }
  | { readonly kind: 'file'; readonly target: Target; readonly name: string; readonly text: string }
  /** Everything that is shown; scrolls to `sought` where it is on the page but, far from sight, not laid out. */
  | { readonly kind: 'text'; readonly inDialog: boolean; readonly sought?: string | undefined }
  /** What the click after `place` has hit: `it`, `another`, or empty while there was none. */
  | { readonly kind: 'clicked' }

/** The result of a task, or `problem` if it can't be done yet. */
export interface Done {
  readonly problem?: string
  readonly x?: number
  readonly y?: number
  readonly text?: string
}

export const inPage = (task: Task): Done => {
  const clean = (text: string | null): string => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const dialogs = [...document.querySelectorAll('[role=dialog],[role=alertdialog]')]
  const within = (isDialog: boolean): Element | undefined => (isDialog ? dialogs.at(-1) : document.body)
  const isField = (element: Element) =>
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  const nameOf = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const label = by.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    const labels = isField(element) ? [...(element.labels ?? [])] : []
    const own = labels.map(({ textContent }) => textContent).join(' ')
    return clean(element.getAttribute('aria-label') ?? (label || own || element.textContent))
  }
  const ROLES = {
    button: 'button,[role=button],[role=menuitem]',
    link: 'a[href]',
    field: 'input,textarea,select',
    heading: 'h1,h2,h3,h4',
    switch: '[role=switch],[type=checkbox],[role=tab]',
  } as const
  const isShown = (element: Element): boolean => element.getClientRects().length > 0
  const find = ({ role, name, inDialog }: Target): HTMLElement | undefined => {
    const all = [...(within(inDialog)?.querySelectorAll<HTMLElement>(ROLES[role]) ?? [])]
    const named = all.filter((element) => nameOf(element).includes(name))
    const shown = named.filter((element) => isShown(element) || element.matches('[type=file]'))
    const exact = shown.find((element) => nameOf(element) === name)
    return exact ?? shown.find((element) => nameOf(element).startsWith(name)) ?? shown[0]
  }

  if (task.kind === 'text') {
    const place = within(task.inDialog)
    if (!(place instanceof HTMLElement)) return { problem: 'no dialog is open' }
    const shown = clean(place.innerText)
    const { sought } = task
    if (sought !== undefined && !shown.includes(sought)) {
      const holders = [...place.querySelectorAll('main *')].filter(({ textContent }) =>
        clean(textContent).includes(sought),
      )
      holders.at(-1)?.scrollIntoView({ block: 'center', behavior: 'instant' })
    }
    return { text: shown }
  }
  if (task.kind === 'clicked') return { text: document.documentElement.dataset['clicked'] ?? 'it' }
  const found = find(task.target)
  if (found === undefined) return { problem: `no ${task.target.role} “${task.target.name}”` }
  switch (task.kind) {
    case 'place': {
      // Before its style sheet is there, everything stands elsewhere.
      if (document.readyState !== 'complete') return { problem: 'the page is loading' }
      if (found.matches(':disabled,[aria-disabled=true]')) return { problem: 'it is disabled' }
      const middle = () => {
        const { left, top, width, height } = found.getBoundingClientRect()
        const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
        const hit = document.elementFromPoint(x, y)
        return { x, y, hit, isHit: hit !== null && (found.contains(hit) || hit.contains(found)) }
      }
      // Only where it must: in Firefox a dialog's field never came to rest otherwise.
      if (!middle().isHit) found.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { x, y, hit, isHit } = middle()
      const { dataset } = document.documentElement
      dataset['clicked'] = ''
      const note = ({ target }: Event) => {
        const button = target instanceof Element ? target.closest(ROLES[task.target.role]) : null
        const isIt = target instanceof Node && (found.contains(target) || target.contains(found))
        const isSame = button !== null && nameOf(button).includes(task.target.name)
        dataset['clicked'] = isIt || isSame ? 'it' : 'another'
      }
      document.addEventListener('click', note, { capture: true, once: true })
      return isHit ? { x, y } : { problem: `it is behind ${hit?.outerHTML.slice(0, 80) ?? 'nothing'}` }
    }
    case 'value':
      return isField(found) ? { text: found.value } : { problem: 'it has no value' }
    case 'choose':
      if (!(found instanceof HTMLSelectElement)) return { problem: 'it is no select' }
      found.value = [...found.options].find(({ text }) => text === task.value)?.value ?? task.value
      found.dispatchEvent(new Event('change', { bubbles: true }))
      return {}
    case 'file': {
      if (!(found instanceof HTMLInputElement)) return { problem: 'it is no input' }
      const files = new DataTransfer()
      files.items.add(new File([task.text], task.name))
      found.files = files.files
      found.dispatchEvent(new Event('change', { bubbles: true }))
      return {}
    }
    default:
      return task satisfies never
  }
}
