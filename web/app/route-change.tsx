import { useEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from '../parts/router.ts'
import { documentTitle } from './routes.tsx'

/**
 * Does what a page load does by itself and a route change does not: sets the title, scrolls to the top (not on back and
 * forward, where the browser restores the position), moves the focus to the main area and announces the page.
 */
export function RouteChange({ title }: { title: string }) {
  const { pathname } = useLocation()
  const how = useNavigationType()
  const shown = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    document.title = documentTitle(title)
    if (shown.current === pathname) return
    shown.current = pathname
    if (how !== NavigationType.Pop) window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
    setAnnouncement(title)
  }, [pathname, title, how])
  return <output className="sr-only">{announcement}</output>
}
