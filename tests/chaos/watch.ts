import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { EventStore } from '../../events/store/event-store.ts'
import { leaseKey } from '../../projections/lease.ts'
import { READ_SCHEMA } from '../../projections/schema.ts'
import type { Actor, World } from './world.ts'

/** What was seen while everything failed. */
export interface Seen {
  /** What must not be, in words. */
  readonly wrong: readonly string[]
  /** How often another process began to keep the read models. */
  readonly takeovers: () => number
  /** How often a database that was killed took the read models back. */
  readonly wentBack: () => number
  /** The longest that the read models stood still although a worker and what it needs were well, ms. */
  readonly stoodStillMs: () => number
  readonly reportWrong: (what: string) => void
  /** Hears of every answer to a command. */
  readonly heard: (api: Actor, status: number | null) => void
  readonly stop: () => Promise<void>
}

const SAMPLE_MS = 200
const READY_EVERY_MS = 700
const READY_ANSWER_MS_MAX = 8_000
/** Answers are dated by what was true some seconds before: see `projections/lag.ts`. */
const LAG_TOLERANCE_MS = 3_000
/** A process that says for so long that it is ready, and answers no command, lies, ms. */
const GREEN_MS_MAX = 15_000

/** Where the log ends, how far the read models are, and which session keeps them. */
const STATE = `
  with key as (select hashtextextended($1, 0) as bits)
  select (select min(position) from ${READ_SCHEMA}.checkpoint)::text as reached,
    (select pid from key, pg_locks where locktype = 'advisory' and granted and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())
       and classid::bigint = (bits >> 32) & 4294967295 and objid::bigint = bits & 4294967295) as holder`

interface Sample {
  readonly at: number
  readonly head: bigint
}

/** A process said between these moments that it is ready. */
interface Green {
  readonly name: string
  readonly askedAt: number
  readonly answeredAt: number
}

interface Light {
  greenSince: number | null
  answeredAt: number
  failedSince: number
}

/**
 * Looks at the world from outside, past every proxy. Read models that stand still for longer than `takeoverMsMax`
 * although a worker is well are wrong, and so is every `/ready` that answers 200 while they stand still for longer than
 * it allows, while its way to the database is cut, or while it answers no command.
 */
export const startWatch = (world: World, takeoverMsMax: number): Seen => {
  const wrong: string[] = []
  const begunAt = performance.now()
  const reportWrong = (what: string): void =>
    void wrong.push(`${((performance.now() - begunAt) / 1_000).toFixed(1)} s: ${what}`)
  const ending = new AbortController()
  const { apis, workers, database, ledger } = world

  /** Ends of the log that the read models have not reached, with when each was seen first. */
  let unreached: Sample[] = []
  let reached = 0n
  let wentBack = 0
  /** Answers that the next look at the read models judges: they may have caught up between the last one and the answer. */
  let greens: Green[] = []
  let movedAt = performance.now()
  let holder: number | null = null
  let takeovers = 0
  let stoodStillMs = 0
  let reportedStill = false

  /** Since when somebody could have kept the read models; null while nobody can. */
  const wellSince = (): number | null => {
    if (database.wellSince === null || ledger.wellSince === null) return null
    const since = workers.flatMap((worker) => (worker.wellSince === null ? [] : [worker.wellSince]))
    return since.length === 0 ? null : Math.max(database.wellSince, ledger.wellSince, Math.min(...since))
  }

  /** What the read models lack in a look that began after an answer, they lacked when it was given. */
  const judgeGreens = (judged: readonly Green[]): void => {
    const [oldest] = unreached
    if (!oldest) return
    for (const { name, askedAt, answeredAt } of judged) {
      // A database that was killed since may have taken them back: their commits are not flushed.
      if (database.wellSince === null || database.wellSince > answeredAt) continue
      const behindMs = askedAt - oldest.at
      if (behindMs > world.readyLagSeconds * 1_000 + LAG_TOLERANCE_MS)
        reportWrong(`${name} was ready while the read models were ${(behindMs / 1_000).toFixed(1)} s behind`)
    }
  }

  const sample = async (client: Client, store: EventStore): Promise<void> => {
    const beganAt = performance.now()
    const head = await store.head()
    const { rows } = await client.query<{ reached: string; holder: number | null }>(STATE, [
      leaseKey(READ_SCHEMA),
    ])
    const [row] = rows
    if (!row) return
    const at = performance.now()
    if (row.holder !== null && row.holder !== holder) {
      if (holder !== null) takeovers += 1
      holder = row.holder
    }
    const position = BigInt(row.reached)
    if (position < reached) wentBack += 1
    if (position !== reached || position >= head) {
      reached = position
      movedAt = at
      reportedStill = false
    }
    if (head > (unreached.at(-1)?.head ?? reached)) unreached.push({ at, head })
    unreached = unreached.filter((one) => one.head > reached)
    judgeGreens(greens.filter(({ answeredAt }) => answeredAt <= beganAt))
    greens = greens.filter(({ answeredAt }) => answeredAt > beganAt)
    const since = wellSince()
    if (since === null || unreached.length === 0) return
    const ms = at - Math.max(since, movedAt)
    stoodStillMs = Math.max(stoodStillMs, ms)
    if (ms <= takeoverMsMax || reportedStill) return
    reportedStill = true
    const states = [...workers, database].map((one) => [...one.troubles].join(' ') || 'well').join(', ')
    reportWrong(`the read models stood still for ${(ms / 1_000).toFixed(1)} s beside a worker (${states})`)
  }

  const sampling = async (): Promise<void> => {
    const store = world.ledger.open(world.url)
    let client: Client | null = null
    while (!ending.signal.aborted) {
      try {
        if (!client) {
          client = new Client({
            connectionString: world.url,
            query_timeout: 5_000,
            application_name: 'chaos',
          })
          client.on('error', () => {})
          await client.connect()
        }
        await sample(client, store)
      } catch {
        // The database or the ledger is away; what it is like is seen when it is back.
        await client?.end().catch(() => {})
        client = null
      }
      await sleep(SAMPLE_MS)
    }
    await client?.end().catch(() => {})
    await store.close()
  }

  const lights = new Map<string, Light>()
  const lightOf = ({ name }: Actor): Light => {
    const light = lights.get(name) ?? { greenSince: null, answeredAt: performance.now(), failedSince: 0 }
    lights.set(name, light)
    return light
  }

  /** It has just said 200: is there anything that it should have known? */
  const judge = (actor: Actor, askedAt: number, isCut: boolean): void => {
    const { name } = actor
    greens.push({ name, askedAt, answeredAt: performance.now() })
    if (isCut && (actor.troubles.has('no connections') || actor.troubles.has('half-open')))
      reportWrong(`${name} was ready while it was cut off`)
    const light = lightOf(actor)
    const now = performance.now()
    light.greenSince ??= now
    if (
      now - light.greenSince > GREEN_MS_MAX &&
      now - light.answeredAt > GREEN_MS_MAX &&
      light.failedSince > 3
    ) {
      reportWrong(
        `${name} was ready for ${GREEN_MS_MAX / 1_000} s and answered none of ${light.failedSince} commands`,
      )
      light.greenSince = now
    }
  }

  const polling = async (actor: Actor): Promise<void> => {
    const light = lightOf(actor)
    while (!ending.signal.aborted) {
      const askedAt = performance.now()
      const isCut =
        actor.proxies.length === 1 &&
        (actor.troubles.has('no connections') || actor.troubles.has('half-open'))
      const status = await fetch(`${actor.server.url}/api/health`, {
        signal: AbortSignal.timeout(READY_ANSWER_MS_MAX),
      }).then(
        async (response) => (await response.arrayBuffer(), response.status),
        () => null,
      )
      if (status === 200) judge(actor, askedAt, isCut)
      else light.greenSince = null
      if (actor.server.hasEnded() && actor.wellSince !== null) {
        reportWrong(`${actor.name} ended by itself: ${actor.server.said().slice(-2_000)}`)
        actor.server.start()
      }
      await sleep(READY_EVERY_MS)
    }
  }

  const running = Promise.all([sampling(), ...[...apis, ...workers].map(polling)])
  return {
    wrong,
    takeovers: () => takeovers,
    wentBack: () => wentBack,
    stoodStillMs: () => stoodStillMs,
    reportWrong,
    heard: (api, status) => {
      const light = lightOf(api)
      if (status === null || status >= 500) {
        light.failedSince += 1
        return
      }
      light.answeredAt = performance.now()
      light.failedSince = 0
    },
    stop: async () => {
      ending.abort()
      await running
    },
  }
}
