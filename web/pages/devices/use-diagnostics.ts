import { useState } from 'react'
import { deviceOperations } from '../../../api/contract/device-operations.ts'
import type { Diagnostics } from '../../../api/contract/device-usage.ts'
import type { Subscriber } from '../../../api/contract/devices.ts'
import { call } from '../../data/client.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { useAttempt } from '../../parts/use-attempt.ts'
import { t } from '../../texts/texts.ts'

export interface NetworkTest {
  /** The app is online and the subscriber has loaded. */
  readonly isPossible: boolean
  readonly running: boolean
  readonly problem: string | null
  /** Result of the last run since the page was opened; null before the first. */
  readonly result: Diagnostics | null
  readonly run: () => Promise<void>
}

/** The network test of a subscriber; its result is never stored on the device. */
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
