import { afterEach, beforeEach, expect, it } from 'vitest'
import { recurring, type Recurring } from '../../api/processes/recurring.ts'
import { startWaking, WORK_CHANNEL, type Waking } from '../../api/processes/waking.ts'
import { NO_ANNOUNCEMENTS } from '../support/announcements.ts'
import { eventually, freshReadModels, type ReadModels } from '../support/read-models.ts'

let models: ReadModels
let progress: (names: readonly string[]) => void
let probe: () => Promise<unknown>
let waking: Waking
const started: Recurring[] = []

beforeEach(async () => {
  models = await freshReadModels()
  probe = async () => {}
  waking = startWaking({
    announcements: models.announcements,
    onProgress: (listener) => void (progress = listener),
    probe: () => probe(),
    tickMs: 3_600_000,
  })
})
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ stop }) => stop()))
  await waking.stop()
  await models.dispose()
})

/** A process that counts its rounds; waits until it is listening and has had a first round. */
const counting = async (wokenBy: readonly string[], round: () => Promise<void> = async () => {}) => {
  const count = { rounds: 0 }
  const process = recurring({
    name: wokenBy.join(),
    everyMs: 1,
    wokenBy,
    log: { error: () => {} },
    round: async () => {
      count.rounds += 1
      await round()
    },
  })
  started.push(process)
  waking.add([process])
  await eventually(async () => {
    const { rowCount } = await models.pool.query(
      `select from pg_stat_activity where application_name = 'youtility announcements' and query like 'listen%'
       and state = 'idle' and datname = current_database()`,
    )
    return rowCount === 1 && count.rounds > 0
  }, 'it has begun')
  return count
}

it('a process is woken by the projections it names, by announced work of its kind, and by any', async () => {
  const lines = await counting(['lines', 'bills'])
  const others = await counting(['webhooks'])
  const before = others.rounds
  const wakes = [
    () => models.pool.query(`select pg_notify('${WORK_CHANNEL}', 'lines')`),
    async () => progress(['wallet', 'bills']),
  ]
  for (const wake of wakes) {
    const { rounds } = lines
    await wake()
    await eventually(() => lines.rounds > rounds, 'a round')
  }
  expect(others.rounds).toBe(before)
  await models.pool.query(`notify ${WORK_CHANNEL}`)
  await eventually(() => others.rounds > before, 'a round for everybody')
})

it('what came while nobody could listen is looked for as soon as somebody can', async () => {
  const lines = await counting(['lines'])
  const { rounds } = lines
  expect(await models.cut('youtility announcements')).toBe(1)
  await eventually(() => lines.rounds > rounds, 'a round after the connection is back')
})

it('what failed goes on at once when the ledger answers again, although its own pause is two minutes', async () => {
  let away = true
  let asked = 0
  let done = false
  probe = async () => {
    asked += 1
    if (asked < 3) throw new Error('still away')
    away = false
  }
  const process = recurring({
    name: 'of a test',
    everyMs: 60_000,
    wokenBy: ['lines'],
    log: { error: () => {} },
    round: async () => {
      if (away) throw new Error('the ledger is away')
      done = true
    },
  })
  started.push(process)
  waking.add([process])
  await eventually(() => asked === 3 && !away, 'it was asked until it answered')
  await eventually(() => done, 'the round that failed is done')
})

it('everybody looks for work once in a tick, one after the other', async () => {
  let now = 0
  const woken: string[] = []
  const done = Promise.withResolvers<void>()
  const named = (name: string): Recurring => ({
    name,
    wokenBy: [],
    wake: (reason) => {
      woken.push(`${name} at ${now}: ${reason}`)
      if (woken.length === 4) done.resolve()
    },
    onFailure: () => {},
    hurry: () => true,
    health: () => ({ ok: true }),
    stuck: () => 0,
    stop: async () => {},
  })
  const looking = startWaking({
    announcements: NO_ANNOUNCEMENTS,
    onProgress: () => {},
    probe: async () => {},
    tickMs: 300,
    timers: {
      now: () => now,
      sleep: async (ms) => {
        await new Promise((resolve) => void setImmediate(resolve))
        now += ms
      },
    },
  })
  looking.add([named('a'), named('b'), named('c')])
  await done.promise
  await looking.stop()
  expect(woken.slice(0, 4)).toEqual(['a at 300: tick', 'b at 400: tick', 'c at 500: tick', 'a at 600: tick'])
})
