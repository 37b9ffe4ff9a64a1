import { useLayoutEffect } from 'react'

let locks = 0

/**
 * Prevents the page behind a dialog from scrolling while the dialog is rendered, without moving the page: padding takes
 * the place of the scrollbar (theme.css, `data-scroll-locked`).
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
