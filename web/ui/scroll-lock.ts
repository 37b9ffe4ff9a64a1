import { useLayoutEffect } from 'react'

let locks = 0

/**
 * Keeps the page behind a dialog from scrolling for as long as that is drawn, without moving it: what the scrollbar took
 * is given back as padding (theme.css, `data-scroll-locked`).
 */
export function useScrollLock(): void {
  useLayoutEffect(() => {
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
  }, [])
}
