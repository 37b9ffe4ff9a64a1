import { useEffect } from 'react'
import { useNavigate } from '../parts/router.ts'

/** Opens the page of a notification that was clicked while the app is open; the service worker sends its path. */
export const useOpenedByPush = (): void => {
  const navigate = useNavigate()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const hear = ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'OPEN') return
      if ('path' in data && typeof data.path === 'string' && data.path.startsWith('/')) navigate(data.path)
    }
    serviceWorker.addEventListener('message', hear)
    return () => serviceWorker.removeEventListener('message', hear)
  }, [navigate])
}
