import { useEffect, useState } from 'react'
import { TOAST_MS } from './toast-ms.ts'

/**
 * For what a toast has said and the page goes on saying: null until the toast is gone, so that the same sentence is not
 * there twice.
 */
export function useAfterToast<Message>(message: Message | null): Message | null {
  const [said, setSaid] = useState<Message | null>(null)
  useEffect(() => {
    if (message === null) return undefined
    const timer = setTimeout(() => setSaid(message), TOAST_MS)
    return () => clearTimeout(timer)
  }, [message])
  return said === message ? said : null
}
