import { useEffect } from 'react'

/** Receives the member's news on every page. Loaded separately, so that nothing shown first waits for it. */
export const useLiveUpdates = (memberId: string | null): void => {
  useEffect(() => {
    if (memberId === null) return
    let ended = false
    let end: (() => void) | undefined
    const begin = async () => {
      const { accompany } = await import('./signed-in.ts')
      if (!ended) end = accompany()
    }
    begin().catch((error: unknown) => console.warn('No live updates', error))
    return () => {
      ended = true
      end?.()
    }
  }, [memberId])
}
