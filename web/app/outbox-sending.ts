import { useEffect } from 'react'
import { useConnectivity } from '../data/connectivity.ts'

/** Sends what waits on this device whenever the server can be reached, whichever page is looked at. */
export const useOutboxSending = (memberId: string | null): void => {
  const online = useConnectivity() === 'online'
  useEffect(() => {
    if (memberId === null || !online) return
    const send = async () => {
      const { sendOutbox } = await import('../data/outbox-sending.ts')
      await sendOutbox()
    }
    send().catch((error: unknown) => console.warn('The waiting changes could not be sent', error))
  }, [memberId, online])
}
