import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningPostgres } from '../../api/database/embedded/launcher.ts'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { READ_SCHEMA } from '../../projections/schema.ts'
import { openBrowser, type Browser } from '../support/browser.ts'
import { payByCard } from '../support/deposit-calls.ts'
import { IN_POSTGRES } from '../support/crash-ledger.ts'
import { freePort } from '../support/free-port.ts'
import { hasLastRelease, unpackLastRelease } from '../support/last-release.ts'
import { startOwnPostgres } from '../support/own-postgres.ts'
import { eventually } from '../support/read-models.ts'
import { answered, asks, responds, statusOf } from '../support/request-calls.ts'
import { serverProcess, type ServerProcess } from '../support/server-process.ts'
import { sized } from '../support/size.ts'
import { checkConsistency } from './consistency.ts'
import { createRandom, seedOf } from './random.ts'
import { scratchFolder } from './scratch.ts'
import {
  signInAll,
  startClients,
  type FinalResponse,
  type SignedIn,
  type TransferClients,
} from './transfer-clients.ts'

/** Transfers that come to their end in each phase, at each server that takes part. */
const TRANSFERS = sized({ gate: 30, long: 2_000 })
const ROUNDS = sized({ gate: 1, long: 5 })
/** Whether the old one comes back too: that takes as many starts again. */
const GOES_BACK = sized({ gate: false, long: true })
/** Far from all that the machine can do, of which a server that starts needs much. */
const CLIENTS = 4
const PAUSE_MS = sized({ gate: 150, long: 20 })
/** It starts beside one that works. */
const START_MS_MAX = 240_000
const SECRETS = { KEY_ENCRYPTION_KEY: 'k'.repeat(43) + '=', SESSION_KEYS: 's'.repeat(43) + '=' }

/** Whether each release is an `api` and a `worker` instead of one process. */
const APART = process.env['RELEASES_APART'] === '1' || sized({ gate: false, long: true })

/** What a member's pages read. */
const PAGES = [
  '/api/wallet',
  '/api/wallet/transactions',
  '/api/wallet/transfer-requests',
  '/api/notifications',
  '/api/investments/pools',
  '/api/yut/governance/proposals',
  '/api/yut/balance',
  '/api/bills',
  '/api/mvno/subscriber',
  '/api/dashboard',
]

const random = createRandom(seedOf('two-releases'))
const scratch = scratchFolder()
let postgres: RunningPostgres
let last: ServerProcess
let today: ServerProcess

const schemas = (): Promise<readonly string[]> =>
  withClient(postgres.url, 'test', async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select nspname as name from pg_namespace where nspname like 'read%' order by 1`,
    )
    return rows.map(({ name }) => name)
  })

/**
 * Both roles of a release as one: it starts with its worker and ends with it, as docs/operators.md says. The worker has no
 * pages, and keeps the read models of its release's `api`.
 */
const bothRoles = async (options: Parameters<typeof serverProcess>[0]): Promise<ServerProcess> => {
  const { port, env } = options
  const PUBLIC_URL = `http://localhost:${port}`
  const worker = serverProcess({
    ...options,
    port: await freePort(),
    env: { ...env, ROLE: 'worker', PUBLIC_URL },
  })
  const api = serverProcess({ ...options, env: { ...env, ROLE: 'api' } })
  return {
    ...api,
    start: worker.start,
    ready: async (withinMs) => {
      await worker.ready(withinMs)
      api.start()
      await api.ready(withinMs)
    },
    kill: async () => {
      await api.kill()
      await worker.kill()
    },
    terminate: async () => (await api.terminate()) || (await worker.terminate()),
  }
}

/** Members who send, ask, deposit and read at one server. */
interface Side {
  readonly members: readonly [SignedIn, ...SignedIn[]]
  readonly clients: TransferClients
  readonly failures: string[]
  /** How many requests were paid. */
  readonly paid: () => number
  readonly reads: () => number
  /** Ends what is under way. */
  readonly finish: () => Promise<void>
}

const all: Side[] = []

/** What is asked for here is paid `elsewhere`. */
const opened = async ({ url }: ServerProcess, requester: string, elsewhere: ServerProcess): Promise<Side> => {
  const members = await signInAll(url)
  const clients = startClients(members, {
    count: CLIENTS,
    random: createRandom(random.integer(2 ** 31)),
    pauseMs: PAUSE_MS,
  })
  const [asking, paying] = [openBrowser(url), openBrowser(elsewhere.url)]
  await asking.signIn(requester)
  const payer = await paying.signIn(requester === 'dorothy' ? 'barbara' : 'donald')
  await payByCard(paying, 50_00)
  const ending = new AbortController()
  const failures: string[] = []
  let paid = 0
  let reads = 0
  const until = async (work: () => Promise<void>): Promise<void> => {
    while (!ending.signal.aborted) await work().catch((error: unknown) => void failures.push(String(error)))
  }
  const read = async (browser: Browser): Promise<void> => {
    for (const page of PAGES) {
      const response = await browser.fetch(page)
      if (!response.ok) failures.push(`${page} ${response.status} ${await response.text()}`)
      reads += 1
      await sleep(PAUSE_MS)
    }
  }
  const asked = async (): Promise<void> => {
    const { id, position } = await asks(asking, `@${payer.handle}`, 1)
    expect(await statusOf(paying, id, position)).toBe('pending')
    const { position: end } = await answered(await responds(paying, id, 'approve'))
    paid += 1
    expect(await statusOf(asking, id, end)).not.toBe('pending')
    await payByCard(asking, 100)
    await sleep(300)
  }
  const running = Promise.all([
    until(() => read(asking)),
    until(() => read(members[0].browser)),
    until(asked),
  ])
  const side: Side = {
    members,
    clients,
    failures,
    paid: () => paid,
    reads: () => reads,
    finish: async () => {
      ending.abort()
      await Promise.all([running, clients.finish()])
    },
  }
  all.push(side)
  return side
}

/** Goes on for a while with these. */
const goesOn = async (...sides: readonly Side[]): Promise<void> => {
  const targets = sides.map(({ clients }) => clients.finalResponses.length + TRANSFERS)
  const reads = sides.map((side) => side.reads() + PAGES.length)
  await eventually(
    () =>
      sides.every(
        (side, n) =>
          side.clients.finalResponses.length >= (targets[n] ?? 0) && side.reads() >= (reads[n] ?? 0),
      ),
    'members go on with what they do',
    600_000,
  )
}

const failures = (): readonly string[] => all.flatMap((side) => [...side.failures, ...side.clients.failures])

const starts = async (server: ServerProcess): Promise<void> => {
  server.start()
  await server.ready(START_MS_MAX)
}

/** The same answer, to be asked for at the server that runs at the end: the key is the member's, wherever it is sent. */
const atTheEnd =
  (members: readonly SignedIn[]) =>
  (response: FinalResponse): FinalResponse => {
    const { from } = response.intent
    const again = members.find(({ user }) => user.id === from.user.id) ?? from
    return { ...response, intent: { ...response.intent, from: again } }
  }

const check = async (): Promise<void> => {
  const members = await signInAll(today.url)
  await checkConsistency({
    ledger: IN_POSTGRES,
    url: postgres.url,
    members,
    finalResponses: all.flatMap(({ clients }) => clients.finalResponses).map(atTheEnd(members)),
    answersMayBeLost: false,
    otherTransfers: all.reduce((sum, side) => sum + side.paid(), 0),
  })
}

describe.runIf(hasLastRelease())('the last release and this one on one database, under load', () => {
  beforeAll(async () => {
    unpackLastRelease(path.join(scratch.dir, 'last'))
    postgres = await startOwnPostgres({ dataDir: path.join(scratch.dir, 'postgres'), database: 'youtility' })
    const env = {
      ...SECRETS,
      DATABASE_URL: postgres.url,
      CHECKPOINT_DIR: path.join(scratch.dir, 'checkpoints'),
    }
    const release = APART
      ? bothRoles
      : async (options: Parameters<typeof serverProcess>[0]) => serverProcess(options)
    last = await release({
      port: await freePort(),
      dataDir: path.join(scratch.dir, 'data-last'),
      cwd: path.join(scratch.dir, 'last'),
      env,
    })
    today = await release({ port: await freePort(), dataDir: path.join(scratch.dir, 'data'), env })
  })
  afterAll(async () => {
    await last?.kill()
    await today?.kill()
    await postgres?.stop()
    scratch.remove()
  })

  it('side by side while one is replaced by the other: no member gets an error, and the books hold', async () => {
    await starts(last)
    expect(await schemas()).toEqual(['read'])
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await opened(last, 'dorothy', last)
      await goesOn(before)
      await starts(today)
      const joined = await opened(today, 'edsger', last)
      await goesOn(before, joined)
      expect(await schemas()).toEqual(['read', READ_SCHEMA])

      await Promise.all([before.finish(), joined.finish()])
      const alone = await opened(today, 'edsger', today)
      expect(await last.terminate()).toBe(0)
      await goesOn(alone)
      if (!GOES_BACK) {
        await alone.finish()
        break
      }
      // The old one comes back beside the new one, which then goes.
      await starts(last)
      const back = await opened(last, 'dorothy', today)
      await goesOn(alone, back)
      await Promise.all([alone.finish(), back.finish()])
      const lastAlone = await opened(last, 'dorothy', last)
      expect(await today.terminate()).toBe(0)
      await goesOn(lastAlone)
      expect(failures()).toEqual([])
      await lastAlone.finish()
    }
    if (GOES_BACK) {
      expect(await last.terminate()).toBe(0)
      await starts(today)
      expect(await schemas()).toEqual([READ_SCHEMA])
    }
    await check()
    expect(failures()).toEqual([])
    const count = (of: (side: Side) => number) => all.reduce((sum, side) => sum + of(side), 0)
    console.log(
      `two-releases: ${count(({ clients }) => clients.sent())} transfers asked for, ${count(({ paid }) => paid())} requests paid, ${count(({ reads }) => reads())} pages read`,
    )
  })
})
