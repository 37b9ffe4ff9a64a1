import * as fc from 'fast-check'
import { it } from 'vitest'
import { anyCommands, createWorld, furnish, newReference } from './run.ts'

const RUNS = Number(process.env['MODEL_RUNS'] ?? 1_000)

it(
  `agrees with plain arithmetic and every invariant after each of up to 200 commands, ${RUNS} times`,
  {
    timeout: 600_000,
  },
  () =>
    fc.assert(
      fc.asyncProperty(anyCommands, async (commands) => {
        const world = createWorld()
        const reference = newReference()
        await furnish(world, reference)
        await fc.asyncModelRun(() => ({ model: reference, real: world }), commands)
      }),
      { numRuns: RUNS },
    ),
)
