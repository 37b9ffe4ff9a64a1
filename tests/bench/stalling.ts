import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../events/ids.ts'
import { toAmountJson, usd } from '../../events/money.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import { walletEventId, walletEvents, type WalletEvent } from '../../events/wallet/events.ts'
import { startOurs } from './ours/target.ts'
import { administer, startBenchServer } from './server.ts'

/**
 * `npm run bench:stalling -- [seconds]`: what other members notice while one member does what once stalled everybody.
 * Four members ask for their wallet, one after the other, ten times a second each; the attacker keeps forty calls under
 * way, with the limits of production but those of addresses. Prints the others' times in milliseconds for each attack
 * beside those of a quiet server in the same run; exits with 1 when a p99 is above 200 ms and three times that of
 * quiet, so that a machine that is busy with something else does not say what is not so.
 */
const SECONDS = Number(process.argv[2] ?? 10)
const AT_ONCE = 40
const OTHERS = 4
const PAUSE_MS = 100
const P99_MS_MAX = 200
const QUIET_TIMES_MAX = 3
/** Events of the attacker's wallet, and files of 5,000 contacts in their book. */
const EVENTS = 20_000
const FILES = 3

interface Member {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}
type Attack = (attacker: Member, round: number) => Promise<Response>

const post = ({ url, headers }: Member, path: string, body: string): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
  })

const people = (file: number): string =>
  JSON.stringify({
    contacts: Array.from({ length: 5_000 }, (_, n) => ({
      line: n + 1,
      contact_name: `Person ${file} ${n}`,
      contact_handle: '',
      phone_number: '',
      contact_type: 'other',
    })),
    commit: true,
  })
const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 80_000 }, (_, n) => [`k${n}`, 1])))

const ATTACKS: Readonly<Record<string, Attack>> = {
  imports: (attacker, round) => post(attacker, '/api/contacts/import', people(round % FILES)),
  lists: ({ url, headers }) => fetch(`${url}/api/contacts`, { headers }),
  'as of a day': ({ url, headers }, round) =>
    fetch(`${url}/api/wallet/balances?at=${1 + (round % EVENTS)}`, { headers }),
  'wide bodies': (attacker) => post(attacker, '/api/contacts', wide),
}

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
  readonly attacked: Readonly<Record<number, number>>
}

const measure = async (
  name: string,
  attacker: Member,
  others: readonly Member[],
  attack: Attack | null,
): Promise<Figures> => {
  const until = performance.now() + SECONDS * 1_000
  const attacked: Record<number, number> = {}
  const times: number[] = []
  let failed = 0
  let round = 0
  const attacking = async (call: Attack): Promise<void> => {
    while (performance.now() < until) {
      const response = await call(attacker, round++).catch(() => null)
      await response?.arrayBuffer().catch(() => null)
      const status = response?.status ?? 0
      attacked[status] = (attacked[status] ?? 0) + 1
      // Who is refused at once would only measure this generator.
      if (status === 429 || status === 0) await sleep(PAUSE_MS)
    }
  }
  const asking = async ({ url, headers }: Member): Promise<void> => {
    while (performance.now() < until) {
      const begun = performance.now()
      const response = await fetch(`${url}/api/wallet`, { headers }).catch(() => null)
      await response?.arrayBuffer()
      times.push(performance.now() - begun)
      if (response?.status !== 200) failed += 1
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all([
    ...Array.from({ length: attack ? AT_ONCE : 0 }, () => attack && attacking(attack)),
    ...others.map(asking),
  ])
  return {
    name,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    max: percentile(times, 1),
    asked: times.length,
    failed,
    attacked,
  }
}

/** A long wallet and a full book of contacts for whoever attacks. */
const prepare = async (databaseUrl: string, handle: string, attacker: Member): Promise<void> => {
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
        return { id: walletEventId(event), type: event.type, data: event.data, metadata }
      })
      expected = (await store.append(stream, expected, events)).revision
    }
  }
  await store.close()
  for (let file = 0; file < FILES; file += 1) {
    const response = await post(attacker, '/api/contacts/import', people(file))
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
  const figures = [await measure('quiet', attacker, others, null)]
  for (const [name, attack] of Object.entries(ATTACKS)) {
    // Until the limits of a minute have forgotten.
    figures.push(await measure(name, attacker, others, attack))
  }
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
