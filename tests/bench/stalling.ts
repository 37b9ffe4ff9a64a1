import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import { newId } from '../../events/ids.ts'
import { toAmountJson, usd } from '../../events/money.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import { walletEvents, type WalletEvent } from '../../events/wallet/events.ts'
import { startOurs } from './ours/target.ts'
import { administer, startBenchServer } from './server.ts'
import { ATTACKS, EVENTS, FILES, people, post, type Caller } from './stalling-attacks.ts'

/**
 * `npm run bench:stalling -- [seconds]`: how long other members wait while one member attacks in a way that once
 * stalled everybody. Four members read their wallet ten times a second each; the attacker has forty calls under way.
 * Turns and bounds are those of production, rate limits are lifted. Prints the others' times for each attack beside
 * those without an attack in the same run; exits with 1 when a p99 is above 200 ms and three times that without an
 * attack, so that other work of the machine does not fail the run.
 */
const SECONDS = Number(process.argv[2] ?? 10)
const AT_ONCE = 40
const OTHERS = 4
const PAUSE_MS = 100
const P99_MS_MAX = 200
const QUIET_TIMES_MAX = 3

const percentile = (times: readonly number[], part: number): number =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * part))] ??
  Number.NaN

interface Figures {
  readonly name: string
  readonly p50: number
  readonly p99: number
  readonly max: number
  readonly asked: number
  readonly failed: number
  /** The attacker's calls by status. */
  readonly attacked: Readonly<Record<string, number>>
}

/** Runs an attack until the time is over; returns its calls by status. */
const attack = async (name: string, attacker: Caller): Promise<Record<string, number>> => {
  const worker = new Worker(new URL('stalling-attacker.ts', import.meta.url), {
    workerData: { name, seconds: SECONDS, atOnce: AT_ONCE, ...attacker },
  })
  const [attacked] = await once(worker, 'message')
  await worker.terminate()
  return z.record(z.string(), z.number()).parse(attacked)
}

/** Response times of the others during the attack of this name, or without one. */
const measure = async (name: string, attacker: Caller, others: readonly Caller[]): Promise<Figures> => {
  const times: number[] = []
  let failed = 0
  const until = performance.now() + SECONDS * 1_000
  const asking = async ({ url, headers }: Caller): Promise<void> => {
    while (performance.now() < until) {
      const begun = performance.now()
      const response = await fetch(`${url}/api/wallet`, { headers }).catch(() => null)
      await response?.arrayBuffer()
      times.push(performance.now() - begun)
      if (response?.status !== 200) failed += 1
      await sleep(PAUSE_MS)
    }
  }
  const attacking = name in ATTACKS ? attack(name, attacker) : Promise.resolve({})
  await Promise.all(others.map(asking))
  return {
    name,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    max: percentile(times, 1),
    asked: times.length,
    failed,
    attacked: await attacking,
  }
}

/** Gives the attacker a long wallet and a full book of contacts. */
const prepare = async (databaseUrl: string, handle: string, attacker: Caller): Promise<void> => {
  const memberId = await administer(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from app.member where handle = $1', [
      handle,
    ])
    return rows[0]?.id ?? ''
  })
  const store = createPostgresEventStore({ url: databaseUrl })
  const stream = walletEvents.streamOf(memberId)
  for await (const { revision } of store.readStream(stream, { direction: 'backwards', limit: 1 })) {
    let expected = revision
    for (let made = 0; made < EVENTS; made += 500) {
      const events = Array.from({ length: 500 }, () => {
        const event: WalletEvent = {
          type: 'DepositCredited',
          data: { memberId, depositId: newId(), source: 'bank', amount: toAmountJson(usd(1)) },
        }
        const [correlationId, causationId] = [newId(), newId()]
        const metadata = { schemaVersion: walletEvents.version, actor: 'system', correlationId, causationId }
        return { id: walletEvents.idOf(event), type: event.type, data: event.data, metadata }
      })
      expected = (await store.append(stream, expected, events)).revision
    }
  }
  await store.close()
  for (let file = 0; file < FILES; file += 1) {
    const response = await post(attacker, '/api/contacts/import', people[file] ?? '')
    if (!response.ok) throw new Error(`The contacts could not be imported: ${await response.text()}`)
    await response.arrayBuffer()
  }
}

const lineOf = ({ name, p50, p99, max, asked, failed, attacked }: Figures): string =>
  `| ${name} | ${p50.toFixed(0)} | ${p99.toFixed(0)} | ${max.toFixed(0)} | ${asked} | ${failed} | ${JSON.stringify(attacked).replaceAll(/[{}"]/g, '')} |`

const server = await startBenchServer()
const database = await server.freshDatabase('stalling')
const target = await startOurs(database.url, [])
try {
  const members = target.accounts.slice(0, OTHERS + 1).map(({ headers }) => ({
    url: `http://127.0.0.1:${target.port}`,
    headers: { Cookie: headers.replace(/^Cookie: /, '').trimEnd(), 'Sec-Fetch-Site': 'same-origin' },
  }))
  const [attacker, ...others] = members
  if (!attacker) throw new Error('There are no members')
  await prepare(database.url, target.accounts[0]?.handle ?? '', attacker)
  await measure('warm-up', attacker, others)
  const figures: Figures[] = []
  for (const name of ['quiet', ...Object.keys(ATTACKS)]) figures.push(await measure(name, attacker, others))
  console.log(
    '| | p50 ms | p99 ms | slowest | asked | failed | the attacker’s calls |\n|---|---|---|---|---|---|---|',
  )
  for (const one of figures) console.log(lineOf(one))
  const quiet = figures[0]?.p99 ?? 0
  const slow = figures.filter(
    ({ p99, failed }) => failed > 0 || (p99 > P99_MS_MAX && p99 > quiet * QUIET_TIMES_MAX),
  )
  if (slow.length > 0) {
    console.error(`Others are held up by: ${slow.map(({ name }) => name).join(', ')}`)
    process.exitCode = 1
  }
} finally {
  await target.stop()
  await database.drop()
  await server.stop()
}
