import type { Pool } from 'pg'
import { systemClock } from '../../events/ids.ts'
import { readCosignerKey } from '../../events/proof/note-keys.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import type { Config } from '../config.ts'
import type { ApiRouter } from '../http/operation.ts'
import type { Logger } from '../http/logger.ts'
import type { Recurring } from '../processes/recurring.ts'
import { openArchive } from './archive.ts'
import { purgeCheckpoints } from './checkpoints.ts'
import { noteLogKey, openLogKey, openWitnessKeys } from './keys.ts'
import type { ReceiptParts } from './receipts.ts'
import { registerProof } from './routes.ts'
import { startSealer } from './sealer.ts'

/** Checkpoints, proofs and receipts as one thing: their calls, and the process that seals. */
export interface ProofPart {
  readonly register: (api: ApiRouter) => void
  readonly startProcesses: () => Promise<readonly Recurring[]>
  readonly purges: readonly (() => Promise<number>)[]
}

export const composeProof = async ({
  config,
  pool,
  store,
  waitFor,
  log,
}: {
  config: Config
  pool: Pool
  store: EventStore
  waitFor: ReceiptParts['waitFor']
  log: Logger
}): Promise<ProofPart> => {
  // Signatures are dated by the real time, whatever day the business has.
  const clock = systemClock
  const witnesses = await openWitnessKeys(
    config,
    async (key) => (await readCosignerKey(key, clock)).verifierKey,
  )
  return {
    register: (api) => registerProof(api, { pool, store, waitFor, clock, witnesses }),
    startProcesses: async () => {
      const signer = await openLogKey(config)
      if (!signer) return []
      await noteLogKey(pool, signer.verifierKey, clock())
      const archive = openArchive(config.checkpointDir)
      return [startSealer({ pool, store, signer, archive, clock, log })]
    },
    purges: [() => purgeCheckpoints(pool, clock())],
  }
}
