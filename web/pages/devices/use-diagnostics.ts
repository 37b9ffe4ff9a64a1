import { useState } from 'react'
import { deviceOperations } from '../../../api/contract/device-operations.ts'
import type { Diagnostics } from '../../../api/contract/device-usage.ts'
import type { Subscriber } from '../../../api/contract/devices.ts'
import { call } from '../../data/client.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { useAttempt } from '../../parts/use-attempt.ts'
import { t } from '../../texts/texts.ts'

export interface NetworkTest {
  /** There is a connection, and it is known whose network it is. */
  readonly isPossible: boolean
  readonly running: boolean
  readonly problem: string | null
  /** Of the last run in this visit; null before the first. */
  readonly result: Diagnostics | null
  readonly run: () => Promise<void>
}

/** The network test of a subscriber; nothing of it is kept on the device. */
export const useDiagnostics = (subscriber: Subscriber | null): NetworkTest => {
  const [result, setResult] = useState<Diagnostics | null>(null)
  const { running, problem, run } = useAttempt({ log: t('Network diagnostics failed') })
  const online = useConnectivity() === 'online'
  return {
    isPossible: online && subscriber !== null,
    running,
    problem,
    result,
    run: async () => {
      if (subscriber === null) return
      await run(
        () => call(deviceOperations.getDiagnostics, { params: { subscriberId: subscriber.subscriber_id } }),
        ({ data }) => setResult(data.diagnostics),
      )
    },
  }
}
