import { useEffect, useEffectEvent } from 'react'
import { useLocation } from './router.ts'

/**
 * Scrolls to the part of a page that the address names by its id, such as `/profile#daily-limit`, once the page is
 * `ready`. Parts that are drawn later have their id, and a reserved space, from the beginning.
 */
export const useNamedPart = (ready: boolean): void => {
  const { hash, key } = useLocation()
  /** The visit that names it. */
  const meant = ready && hash !== '' ? key : null
  const scroll = useEffectEvent(() => {
    const part = document.getElementById(hash.slice(1))
    // One that is laid out as its contents (`display: contents`) has no box of its own.
    const box = part?.getClientRects().length === 0 ? part.firstElementChild : part
    box?.scrollIntoView({ block: 'start' })
  })
  useEffect(() => {
    if (meant !== null) scroll()
  }, [meant])
}
