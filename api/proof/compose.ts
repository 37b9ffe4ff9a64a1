import { systemClock } from '../../events/ids.ts'
import { readCosignerKey } from '../../events/proof/note-keys.ts'
import { gaugeOf } from '../metrics/gauge.ts'
import { owedNothing, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { openArchive } from './archive.ts'
import { consistencyProof, treeHead } from '../../projections/merkle/queries.ts'
import { askWitnessAt, newestAtWitnesses } from './ask-witness.ts'
import { newestCheckpoint, purgeCheckpoints, unsealedSeconds } from './checkpoints.ts'
import { createCosigning } from './cosigning.ts'
import { storeCosignatures } from './cosignatures.ts'
import { recordLogKey, openLogKey } from './keys.ts'
import { registerProof } from './routes.ts'
import { startSealer } from './sealer.ts'
import { assertNamed, openWitnesses } from './witnesses.ts'

/** Checkpoints, proofs and receipts: their calls, and the processes that seal and compare. */
export const composeProof = async ({
  config,
  pool,
  ledger: { store },
  waitFor,
  log,
}: Pick<Platform, 'config' | 'pool' | 'ledger' | 'waitFor' | 'log'>): Promise<Area> => {
  // Signatures are dated by the real time, even where the clock for money is ahead.
  const clock = systemClock
  const witnesses = await openWitnesses(
    config,
    async (key) => (await readCosignerKey(key, clock)).verifierKey,
  )
  const cosigning = createCosigning({
    witnesses: witnesses.urls.map((url) => ({ url, ask: askWitnessAt(url) })),
    newest: () => newestCheckpoint(pool),
    proof: async (old, size) => {
      const { size: has } = await treeHead(pool)
      return has < size ? null : consistencyProof(pool, old, size, has)
    },
    store: (size, note) =>
      storeCosignatures(
        { pool, witnesses: witnesses.keys.map(({ verifier }) => verifier), now: clock() },
        size,
        note,
      ),
    log,
  })
  return {
    ...owedNothing('proofs are of what other areas did'),
    name: 'proof',
    register: (api) => registerProof(api, { pool, store, waitFor, clock, witnesses }),
    processes: async () => {
      const signer = await openLogKey(config)
      if (!signer) return []
      assertNamed(witnesses, signer.verifierKey)
      if (await recordLogKey(pool, signer.verifierKey, clock()))
        log.warn(
          { key: signer.verifierKey },
          'A new key signs the log from now on; older ones stay published',
        )
      const archive = openArchive(config.checkpointDir)
      const asking = cosigning.start()
      return [
        ...startSealer({
          pool,
          store,
          signer,
          archive,
          witnessed: () => newestAtWitnesses(witnesses.urls, signer),
          clock,
          log,
          onSealed: asking.sealed,
        }),
        ...asking.processes,
      ]
    },
    purges: [() => purgeCheckpoints(pool, clock())],
    metrics: [
      ...cosigning.metrics,
      gaugeOf(
        'ledger_unsealed_seconds',
        'For how long the log has had events that no checkpoint covers, at most; 0 while there are none',
        async () => [[await unsealedSeconds(pool, (await treeHead(pool)).size, clock())]],
      ),
    ],
  }
}
