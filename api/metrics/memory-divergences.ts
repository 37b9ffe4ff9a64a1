import { Counter, type Metric } from 'prom-client'
import { divergences, type Divergence } from '../../events/store/memory-check.ts'
import type { Logger } from '../logging/logger.ts'

const isDivergence = (message: unknown): message is Divergence =>
  typeof message === 'object' && message !== null && 'streamId' in message && 'revision' in message

/** Counts and logs cached streams that are not what the log says; see `events/store/memory-check.ts`. */
export const watchMemory = (
  log: Pick<Logger, 'error'>,
): { readonly metric: Metric; readonly close: () => void } => {
  const metric = new Counter({
    name: 'ledger_memory_divergences_total',
    help: 'Cached streams that differed from the log and were read again; any is a fault of ours',
    registers: [],
  })
  const onDivergence = (message: unknown) => {
    if (!isDivergence(message)) return
    metric.inc()
    const { streamId, revision } = message
    log.error(
      { streamId, revision: String(revision) },
      'What was cached of a stream is not what the log says',
    )
  }
  divergences.subscribe(onDivergence)
  return { metric, close: () => divergences.unsubscribe(onDivergence) }
}
