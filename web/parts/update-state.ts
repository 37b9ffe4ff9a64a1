/**
 * State of an update of the app in this tab.
 * - waiting: the new version is installed and waits to be accepted
 * - accepted: this tab accepted it and waits for the new service worker to take over
 * - active_elsewhere: another tab accepted it; this one still runs the old version
 * - chunk_missing: a file of the running version is gone from the server
 * - reloading: the page is being reloaded
 */
export interface UpdateState {
  readonly version: 'current' | 'waiting' | 'accepted' | 'active_elsewhere' | 'chunk_missing' | 'reloading'
  /** Number of open things that a reload would disturb. */
  readonly holds: number
  /** Number of newer versions seen since the page was opened: what was put off is the version, not the offer. */
  readonly versionsFound: number
}

export type UpdateEvent =
  | { readonly type: 'found' | 'accepted' | 'activated' | 'chunk_missing' }
  | { readonly type: 'held' | 'released' }

export type UpdateOffer = 'none' | 'update' | 'reload'

/** Pure transition function. Only an acceptance in this very tab leads to `reloading`, and never under a hold. */
export function updateStep(state: UpdateState, event: UpdateEvent): UpdateState {
  switch (event.type) {
    case 'held':
      return { ...state, holds: state.holds + 1 }
    case 'released':
      return { ...state, holds: Math.max(0, state.holds - 1) }
    case 'found': {
      const found = { ...state, versionsFound: state.versionsFound + 1 }
      return state.version === 'current' || state.version === 'chunk_missing'
        ? { ...found, version: 'waiting' }
        : found
    }
    case 'chunk_missing':
      return state.version === 'current' ? { ...state, version: 'chunk_missing' } : state
    case 'accepted':
      return accepted(state)
    case 'activated':
      return activated(state)
    default:
      return event satisfies never
  }
}

function accepted(state: UpdateState): UpdateState {
  if (state.holds > 0) return state
  if (state.version === 'waiting') return { ...state, version: 'accepted' }
  return OFFERS[state.version] === 'reload' ? { ...state, version: 'reloading' } : state
}

function activated(state: UpdateState): UpdateState {
  if (state.version === 'reloading') return state
  const free = state.version === 'accepted' && state.holds === 0
  return { ...state, version: free ? 'reloading' : 'active_elsewhere' }
}

const OFFERS: Readonly<Record<UpdateState['version'], UpdateOffer>> = {
  current: 'none',
  waiting: 'update',
  accepted: 'none',
  active_elsewhere: 'reload',
  chunk_missing: 'reload',
  reloading: 'none',
}

/** The offer that the member sees. */
export const visibleOffer = ({ version, holds }: UpdateState): UpdateOffer =>
  holds > 0 ? 'none' : OFFERS[version]
