import { useEffect, useState } from 'react'
import { depositOperations } from '../../../api/contract/deposits.ts'
import type { PaymentOptions } from '../../../api/contract/deposits.ts'
import { call } from '../../data/client.ts'
import { useConnectivity } from '../../data/connectivity.ts'

/**
 * Payment options, with the sandbox's test numbers. Fetched whenever a dialog opens, and again on reconnecting
 * until loaded; never stored, like all card and bank numbers. Null until loaded.
 */
export const usePaymentOptions = (): PaymentOptions | null => {
  const online = useConnectivity() === 'online'
  const [options, setOptions] = useState<PaymentOptions | null>(null)
  const missing = options === null
  useEffect(() => {
    if (!online || !missing) return
    const left = new AbortController()
    call(depositOperations.getPaymentOptions, { signal: left.signal }).then(
      ({ data }) => setOptions(data),
      (error: unknown) => {
        if (!left.signal.aborted) console.warn('The payment options could not be loaded', error)
      },
    )
    return () => left.abort()
  }, [online, missing])
  return options
}
