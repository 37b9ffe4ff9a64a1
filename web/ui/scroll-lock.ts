import { useLayoutEffect } from 'react'

let locks = 0

/**
 * Keeps the page behind a dialog from scrolling while `locked`, without moving it: what the scrollbar took
 * is given back as padding (theme.css, `data-scroll-locked`).
 */
export function useScrollLock(locked: boolean): void {
  useLayoutEffect(() => {
    if (!locked) return
    const root = document.documentElement
    if (locks === 0) {
      root.style.setProperty('--scrollbar-width', `${window.innerWidth - root.clientWidth}px`)
      root.dataset['scrollLocked'] = ''
    }
    locks += 1
    return () => {
      locks -= 1
      if (locks === 0) delete root.dataset['scrollLocked']
    }
  }, [locked])
}
