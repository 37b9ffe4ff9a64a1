import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { sized } from '../../support/size.ts'
import { anyWish, type Intent } from './intents.ts'
import { compare, furnish, newReference } from './run.ts'
import { createWorld, START } from './two-processes.ts'

/** Few runs: each pays daily interest to every member for ten years. */
const RUNS = sized({ gate: 1, long: 5 })
const DAY = 86_400_000
const TEN_YEARS = 3_652 * DAY

/** A period of random length, after which members act; not short, as a process that dies then reads all streams again. */
const anySeason = fc.record({
  ms: fc.integer({ min: 100 * DAY, max: 400 * DAY }),
  wishes: fc.array(anyWish, { minLength: 1, maxLength: 6 }),
})

it(
  'pays rewards and interest to the last minor unit over ten years of random stakes and balances',
  { timeout: 900_000 },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(anySeason, { minLength: 10, maxLength: 30 }), async (seasons) => {
        const world = createWorld()
        const reference = newReference()
        await furnish(world, reference)
        const take = (intent: Intent, process: number) => compare(world, reference, intent, process)
        const elapsed = () => world.clock().getTime() - Date.parse(START)

        for (let n = 0; elapsed() < TEN_YEARS; n += 1) {
          const season = seasons[n % seasons.length]
          if (!season) break
          await take({ do: 'fund reserve', total: world.views().funded() + 20_000_000n }, n % 2)
          await take({ do: 'pass', ms: season.ms }, 0)
          for (const wish of season.wishes) {
            const intent = wish(world.seen())
            if (intent) await take(intent, n % 2)
          }
          await take({ do: 'sweep', process: 'close proposals' }, n % 2)
          await take({ do: 'sweep', process: 'pay interest' }, n % 2)
        }
        const interest = [...reference.wallets.values()].reduce((sum, wallet) => sum + wallet.interest, 0n)
        expect(interest).toBeGreaterThan(0n)
      }),
      { numRuns: RUNS },
    ),
)
