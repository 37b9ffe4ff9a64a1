import { systemClock } from '../../events/ids.ts'
import { readCosignerKey } from '../../events/proof/note-keys.ts'
import { EMPTY_PART, type Part } from '../part.ts'
import type { Platform } from '../platform.ts'
import { openArchive } from './archive.ts'
import { purgeCheckpoints } from './checkpoints.ts'
import { recordLogKey, openLogKey, openWitnessKeys } from './keys.ts'
import { registerProof } from './routes.ts'
import { startSealer } from './sealer.ts'

/** Checkpoints, proofs and receipts: their calls, and the processes that seal and compare. */
export const composeProof = async ({
  config,
  pool,
  ledger: { store },
  waitFor,
  log,
}: Pick<Platform, 'config' | 'pool' | 'ledger' | 'waitFor' | 'log'>): Promise<Part> => {
  // Signatures are dated by the real time, even where the clock for money is ahead.
  const clock = systemClock
  const witnesses = await openWitnessKeys(
    config,
    async (key) => (await readCosignerKey(key, clock)).verifierKey,
  )
  return {
    ...EMPTY_PART,
    name: 'proof',
    obstacles: { never: 'proofs are of what other areas did' },
    settle: { never: 'proofs are of what other areas did' },
    register: (api) => registerProof(api, { pool, store, waitFor, clock, witnesses }),
    processes: async () => {
      const signer = await openLogKey(config)
      if (!signer) return []
      await recordLogKey(pool, signer.verifierKey, clock())
      const archive = openArchive(config.checkpointDir)
      return startSealer({ pool, store, signer, archive, clock, log })
    },
    purges: [() => purgeCheckpoints(pool, clock())],
  }
}
