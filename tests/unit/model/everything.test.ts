import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldWallets, holdingsOf } from './fold.ts'
import { SEED, sized } from '../../support/size.ts'
import { anyCommands, furnish, newReference, type Sample } from './run.ts'
import { createWorld } from './two-processes.ts'

/** Total number of runs. A failure prints its seed and path. */
const RUNS = sized({ gate: 60, long: 1_000 })
/** Concurrent parts: while a process that lost a race waits, another part runs. */
const PARTS = [1, 2, 3, 4]

describe.concurrent('everything that can be done with money', () => {
  it.for(PARTS)(
    'agrees with plain arithmetic and every invariant after each of up to 200 commands, part %i',
    { timeout: 900_000 },
    (part) =>
      fc.assert(
        fc.asyncProperty(anyCommands, fc.nat(), async (commands, n) => {
          const world = createWorld()
          const reference = newReference()
          await furnish(world, reference)
          const samples: Sample[] = []
          await fc.asyncModelRun(() => ({ model: { reference, samples }, real: world }), commands)
          // The balance at position n is the fold of the events up to n.
          const sample = samples[n % Math.max(samples.length, 1)]
          if (sample)
            expect(holdingsOf(foldWallets(world.store.log.slice(0, sample.events)))).toBe(sample.held)
        }),
        { numRuns: Math.ceil(RUNS / PARTS.length), seed: SEED + part },
      ),
  )
})
