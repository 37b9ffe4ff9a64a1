import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from './router.ts'

/**
 * For a part that an address can name, such as `/wallet#deposits`: scrolls to it once it is `ready`.
 */
export const useNamed = <Part extends HTMLElement>(name: string, ready: boolean): RefObject<Part | null> => {
  const part = useRef<Part>(null)
  const { hash, key } = useLocation()
  /** The visit that names it. */
  const meant = ready && hash === `#${name}` ? key : null
  const scroll = useEffectEvent(() => {
    part.current?.scrollIntoView({ block: 'start' })
  })
  useEffect(() => {
    if (meant !== null) scroll()
  }, [meant])
  return part
}
