import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MarketUnavailable } from '../../../api/pools/market.ts'
import type { Fault } from '../../support/memory-store.ts'
import { SEED, sized } from '../../support/size.ts'
import { anyWishes, anyWishesOfTwo, PROCESSES, type Intent, type Wish } from './intents.ts'
import { furnish, printed } from './run.ts'
import { createWorld, type World } from './two-processes.ts'

/** Total number of runs, fewer than without faults. */
const RUNS = sized({ gate: 80, long: 500 })
/** Concurrent parts, because a run mostly waits. */
const PARTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const MINUTE = 60_000

const anyFault = fc.oneof(
  { weight: 14, arbitrary: fc.constant<Fault>('none') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Fault>('unavailable', 'answer_lost', 'request_lost', 'stored_late'),
  },
)

/** Simultaneous wishes of members. */
const momentOf = (wish: fc.Arbitrary<Wish>) =>
  fc.array(fc.tuple(wish, fc.nat(1)), { minLength: 1, maxLength: 5 })
const anyMoments = fc.oneof(
  ...[...anyWishes, ...anyWishesOfTwo].map((wish) =>
    fc.array(momentOf(wish), { maxLength: 40, size: 'max' }),
  ),
)

/** Returns the outcome; null when unknown: something was unavailable, or the response was lost for good. */
const tryTo = async (world: World, intent: Intent, process: number): Promise<string | null> => {
  try {
    return await world.take(intent, process)
  } catch (error) {
    if (error instanceof MarketUnavailable) return null
    expect(error).toMatchObject({
      code: expect.stringMatching(
        /^(store_unavailable|outcome_unknown|too_busy|not_sent|market_unavailable|bank_unavailable)$/,
      ),
    })
    return null
  }
}

/** More rounds than an order, a payment or a line takes that waits for others. */
const ROUNDS_MAX = 60

/** Later, runs every process until no work is left. */
const finishAll = async (world: World): Promise<void> => {
  let before = -1
  for (let round = 0; before < world.store.log.length || world.isWaiting(); round += 1) {
    if (round === ROUNDS_MAX) throw new Error('The work does not come to an end')
    before = world.store.log.length
    world.clock.forward(10 * MINUTE)
    for (const process of PROCESSES) await world.take({ do: 'sweep', process }, round % 2)
  }
  world.check({ idle: true })
}

type Moment = readonly (readonly [Wish, number])[]

/** One run. Adds each attempt to `tried`, for the error message of a failure. */
const runThrough = async (moments: readonly Moment[], faults: Iterator<Fault>, tried: string[]) => {
  let failing = false
  const world = createWorld(() => (failing ? (faults.next().value ?? 'none') : 'none'))
  await furnish(world)
  const answered: Intent[] = []
  failing = true
  for (const moment of moments) {
    world.clock.forward(1)
    const wanted = moment.flatMap(([wish, process]) => {
      const intent = wish(world.seen())
      return intent ? [{ intent, process }] : []
    })
    // A claim's amount is exact only if no unstaking has been in progress since an earlier second: see the claim tests.
    const claims = wanted.some(({ intent }) => intent.do === 'claim')
    const isLater = ({ intent }: (typeof wanted)[number]) => claims && intent.do === 'pass'
    const attempt = async ({ intent, process }: (typeof wanted)[number]) => {
      tried.push(`${printed(intent)} in process ${process}`)
      const outcome = await tryTo(world, intent, process)
      if ('key' in intent && outcome !== null && !outcome.startsWith('refused')) answered.push(intent)
    }
    tried.push('then at the same moment')
    await Promise.all(wanted.filter((one) => !isLater(one)).map(attempt))
    for (const one of wanted.filter(isLater)) await attempt(one)
    world.check({ idle: false })
  }
  failing = false
  await world.store.settled()
  for (const process of [0, 1]) await world.take({ do: 'crash' }, process)
  await finishAll(world)

  // Repeating an intent that succeeded must append nothing.
  const { length } = world.store.log
  for (const intent of answered) await world.take(intent, 0)
  expect(world.store.log).toHaveLength(length)
  // Repeating all intents, including those with unknown outcome, must be safe.
  for (const intent of world.past) await world.take(intent, 1)
  await finishAll(world)
}

describe.concurrent('everything at once, while the store fails', () => {
  it.for(PARTS)(
    'breaks no invariant, leaves nothing half done and does nothing twice, part %i',
    { timeout: 900_000 },
    (part) =>
      fc.assert(
        fc.asyncProperty(anyMoments, fc.infiniteStream(anyFault), async (moments, faults) => {
          const tried: string[] = []
          try {
            await runThrough(moments, faults, tried)
          } catch (cause) {
            const what = cause instanceof Error ? cause.message : String(cause)
            throw new Error([what, ...tried].join('\n'), { cause })
          }
        }),
        { numRuns: Math.ceil(RUNS / PARTS.length), seed: SEED + part },
      ),
  )
})
