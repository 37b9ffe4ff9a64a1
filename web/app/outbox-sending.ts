import { useEffect } from 'react'
import { useConnectivity } from '../data/connectivity.ts'

/** Sends the queued changes of this device whenever the server can be reached, on every page. */
export const useOutboxSending = (memberId: string | null): void => {
  const online = useConnectivity() === 'online'
  useEffect(() => {
    if (memberId === null || !online) return
    const send = async () => {
      const { sendOutbox } = await import('../data/outbox-sending.ts')
      await sendOutbox()
    }
    send().catch((error: unknown) => console.warn('Changes not sent', error))
  }, [memberId, online])
}
