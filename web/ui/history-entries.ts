import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { entriesMove, entriesRest, inEntry } from './entry-changes.ts'

/**
 * Each open dialog has an entry in the browser's history, and each further step of it one more, so that Back goes to
 * the step before, then closes the dialog, and only then leaves the page. The entries are made and removed after what
 * is open, here and nowhere else; only a dialog that has an address makes its own (`withNextEntry`).
 *
 * An entry says in its state how many it stands for. The router keeps what it puts into `usr`, through a reload too,
 * and counts entries in `idx`.
 */
interface Layer {
  entries: number
  readonly back: () => void
  readonly leave: () => void
}

/** What is open, the last one on top. */
const layers: Layer[] = []

const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})
const numberIn = (from: object, name: string): number => {
  const value: unknown = Reflect.get(from, name)
  return typeof value === 'number' ? value : 0
}
const state = (): object => objectOf(window.history.state)

/** The router's state of the entry that is shown, for what replaces its address. */
export const thisEntry = (): object => objectOf(Reflect.get(state(), 'usr'))

const held = (): number => numberIn(thisEntry(), 'layers')
const wanted = (): number => layers.reduce((sum, { entries }) => sum + entries, 0)

/** How many entries are kept once a dialog with an address has made one more by itself. */
export const withNextEntry = (): number => held() + 1

/** How long to wait for the browser to go back; it doesn't where there is no such entry, as in a copied tab. */
const MOVED_WITHIN_MS = 1_000
let moving: ReturnType<typeof setTimeout> | undefined
/** It did not go back in that time; where it does later, that is still not the member's doing. */
let isLate = false
/** Until what a reload has closed is left. */
let isFresh = true
let due: ReturnType<typeof setTimeout> | undefined

const atRest = (): void => {
  moving = undefined
  isFresh = false
  entriesRest()
}

const push = (count: number): void => {
  const idx = numberIn(state(), 'idx') + 1
  window.history.pushState({ ...state(), idx, usr: { ...thisEntry(), layers: count } }, '')
}

const settle = (): void => {
  due = undefined
  if (moving !== undefined) return
  const surplus = held() - wanted()
  if (surplus > 0) {
    moving = setTimeout(() => {
      isLate = true
      atRest()
    }, MOVED_WITHIN_MS)
    // At once, since an entry on the way may have the address of details, which would open again. One at a time after a
    // reload: right after an entry was made, the browser can have one less than the state says, and all would leave the
    // page.
    return window.history.go(isFresh ? -1 : -surplus)
  }
  for (let count = held() + 1; count <= wanted(); count += 1) push(count)
  atRest()
}

/** After what closes and opens at once has done both. */
const settleSoon = (): void => {
  entriesMove()
  due ??= setTimeout(settle)
}

/** Goes back in what is open, from the top, by as many steps as the browser did. */
const onPop = (): void => {
  const ours = moving !== undefined || isLate
  clearTimeout(moving)
  moving = undefined
  isLate = false
  let surplus = ours ? 0 : wanted() - held()
  for (const layer of layers.toReversed()) {
    if (surplus <= 0) break
    const { entries, back, leave } = layer
    if (surplus < entries) back()
    else leave()
    surplus -= entries
  }
  settleSoon()
}

/** Where a tap on this leads, if it leads elsewhere in the app. */
const linkOf = ({ target, metaKey, ctrlKey, shiftKey }: MouseEvent): HTMLAnchorElement | null =>
  target instanceof Element && !metaKey && !ctrlKey && !shiftKey
    ? target.closest<HTMLAnchorElement>('a[href]:not([target], [download])')
    : null

/** Follows a link once the browser has gone back: else it would go back from where the link leads. */
const onClick = (event: MouseEvent): void => {
  const link = moving === undefined ? null : linkOf(event)
  if (link === null) return
  event.preventDefault()
  event.stopPropagation()
  inEntry(() => link.click())
}

let isListening = false
const listen = (): void => {
  if (isListening) return
  isListening = true
  window.addEventListener('popstate', onPop)
  window.addEventListener('click', onClick, { capture: true })
  // A reload has closed what was open.
  settleSoon()
}

/** Leaves everything that is open, from the top, as Back does; for what an address opens in its place. */
export const leaveAll = (): void => {
  for (const { leave } of layers.toReversed()) leave()
}

/**
 * Keeps `entries` entries for something that is open (0: it is closed). `leave` closes it; `back` goes a step back,
 * where there is more than one.
 */
export const useHistoryEntries = (
  entries: number,
  on: { readonly leave: () => void; readonly back?: (() => void) | undefined },
): void => {
  const leave = useEffectEvent(on.leave)
  const back = useEffectEvent(on.back ?? on.leave)
  const layer = useRef<Layer>(null)
  const isOpen = entries > 0
  useLayoutEffect(() => {
    listen()
    if (!isOpen) return
    const mine: Layer = { entries: 1, leave: () => leave(), back: () => back() }
    layer.current = mine
    layers.push(mine)
    return () => {
      layers.splice(layers.indexOf(mine), 1)
      layer.current = null
      settleSoon()
    }
  }, [isOpen])
  useLayoutEffect(() => {
    if (layer.current !== null) layer.current.entries = entries
    settleSoon()
  }, [entries])
}
