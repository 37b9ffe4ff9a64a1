import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { listenAnywhere } from '../stripe/listening.ts'

/** A request as Telnyx would receive it. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface FakeSim {
  readonly id: string
  readonly iccid: string
  readonly msisdn: string
  readonly tags: readonly string[]
  status: string
  installed: boolean
  session: 'connected' | 'disconnected'
  seenAt: string | null
}

export interface TelnyxFake {
  /** Its origin. */
  readonly url: string
  readonly requests: readonly SeenRequest[]
  /** The eSIMs that were bought and not deleted, by id. */
  readonly sims: ReadonlyMap<string, FakeSim>
  /** Completes the asynchronous actions that are under way. */
  readonly settle: () => void
  /** Makes an eSIM of another application in the same account. Returns its id. */
  readonly foreign: (tags?: readonly string[]) => string
  /** From now on lists are answered as if no filter had been given. */
  readonly ignoreFilters: () => void
  /** Records a data session of an eSIM, in MB. */
  readonly record: (simId: string, createdAt: string, up: number, down: number) => void
  /** The next requests are answered with this instead. */
  readonly failNext: (status: number, code: string, times?: number) => void
  /** The next purchase is answered so. */
  readonly failPurchase: (status: number, code: string) => void
  /** Breaks the connection of the next request that changes something, after it was carried out. */
  readonly loseNextAnswer: () => void
  /** The next card that is bought is not listed until the returned function is called. */
  readonly listLate: () => () => void
  readonly stop: () => Promise<void>
}

export const API_KEY = 'KEY_fake'

/** Query parameters that each call accepts: Telnyx rejects unknown ones, and so does the fake. */
const QUERY: Readonly<Record<string, RegExp>> = {
  'GET /v2/sim_cards': /^(filter\[tags\]|page\[(size|number)\])$/,
  'DELETE /v2/sim_cards/:id': /^report_lost$/,
  'GET /v2/sim_cards/:id/wireless_connectivity_logs': /^page\[(size|number)\]$/,
  'GET /v2/detail_records':
    /^(filter\[(record_type|sim_card_id)\]|filter\[created_at\]\[(gte|lt)\]|page\[(size|number)\]|sort)$/,
}
const BODY = /^(amount|product|sim_card_group_id|status|tags|whitelabel_name)$/

interface Answer {
  readonly status: number
  readonly body: unknown
}
const problem = (status: number, code: string): Answer => ({
  status,
  body: { errors: [{ code, title: 'Refused', detail: 'The number +15550100 is in it.' }] },
})

const read = async (req: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

const view = ({ id, iccid, msisdn, tags, status, session }: FakeSim) => ({
  id,
  record_type: 'sim_card',
  iccid,
  // Without its plus sign, as Telnyx does.
  msisdn,
  status: { value: status, reason: null },
  tags,
  type: 'esim',
  live_data_session: session,
})

/**
 * Telnyx's API as far as the adapter uses it, over real HTTP: purchase by tag, asynchronous actions, activation
 * codes until they are installed, detail records in pages.
 */
export const startTelnyxFake = async (): Promise<TelnyxFake> => {
  const requests: SeenRequest[] = []
  const sims = new Map<string, FakeSim>()
  const records: { readonly sim: string; readonly at: string; readonly up: number; readonly down: number }[] =
    []
  let failures: Answer[] = []
  let failedPurchase: Answer | null = null
  let isAnswerLost = false
  /** Cards that are not listed yet. */
  const unlisted = new Set<string>()
  let isLate = false
  let isFilterIgnored = false

  const make = (tags: readonly string[]): FakeSim => {
    const number = String(sims.size + 100)
    const sim: FakeSim = {
      id: randomUUID(),
      iccid: `891999000000000${number}`,
      msisdn: `13125550${number}`,
      tags,
      status: 'registering',
      installed: false,
      session: 'connected',
      seenAt: null,
    }
    sims.set(sim.id, sim)
    return sim
  }

  const purchase = (body: unknown): Answer => {
    const failed = failedPurchase
    failedPurchase = null
    if (failed) return failed
    const stranger = Object.keys(Object(body)).find((name) => !BODY.test(name))
    const tags: unknown = Reflect.get(Object(body), 'tags')
    if (stranger || Reflect.get(Object(body), 'amount') !== 1) return problem(422, '10015')
    const sim = make(Array.isArray(tags) ? tags.map(String) : [])
    if (isLate) unlisted.add(sim.id)
    isLate = false
    return { status: 202, body: { data: [view(sim)], errors: [] } }
  }

  const act = (sim: FakeSim, action: string): Answer => {
    if (action === 'enable' && sim.status !== 'disabled') return problem(422, '10019')
    if (action === 'disable' && sim.status !== 'enabled') return problem(422, '10019')
    sim.status = action === 'enable' ? 'enabling' : 'disabling'
    const data = { record_type: 'sim_card_action', sim_card_id: sim.id, status: { value: 'in-progress' } }
    return { status: 202, body: { data } }
  }

  const page = (all: readonly unknown[], query: SeenRequest['query']): Answer => {
    const [size, number] = [Number(query['page[size]'] ?? 20), Number(query['page[number]'] ?? 1)]
    // Small pages, so that a test fails when only the first one is read.
    const shown = Math.min(size, 3)
    return {
      status: 200,
      body: {
        data: all.slice((number - 1) * shown, number * shown),
        meta: {
          page_number: number,
          page_size: shown,
          total_pages: Math.ceil(all.length / shown),
          total_results: all.length,
        },
      },
    }
  }

  const answerTo = ({ method, path, query, body }: SeenRequest): Answer => {
    const [, id, action] = /^\/v2\/sim_cards\/([0-9a-f-]{36})(?:\/(?:actions\/)?(\w+))?$/.exec(path) ?? []
    const pattern = `${method} ${id ? path.replace(id, ':id') : path}`
    if (Object.keys(query).some((name) => !QUERY[pattern]?.test(name))) return problem(400, '10015')
    const sim = id ? sims.get(id) : undefined
    if (id && !sim) return problem(404, '10005')
    switch (pattern) {
      case 'GET /v2/sim_cards':
        return page(
          [...sims.values()]
            .filter(({ id: listed }) => !unlisted.has(listed))
            .filter(({ tags }) => isFilterIgnored || tags.includes(query['filter[tags]'] ?? ''))
            .map(view),
          query,
        )
      case 'POST /v2/actions/purchase/esims':
        return purchase(body)
      case 'GET /v2/detail_records': {
        const [from, until] = [query['filter[created_at][gte]'] ?? '', query['filter[created_at][lt]'] ?? '']
        if (query['filter[record_type]'] !== 'wireless') return problem(400, '10015')
        const found = records.filter(
          ({ sim: one, at }) => one === query['filter[sim_card_id]'] && at >= from && at < until,
        )
        return page(
          found.map(({ sim: one, at, up, down }) => ({
            record_type: 'sim_card_usage',
            sim_card_id: one,
            created_at: at,
            uplink_data: up,
            downlink_data: String(down),
          })),
          query,
        )
      }
      default:
        break
    }
    if (!sim) return problem(404, '10005')
    switch (pattern) {
      case 'GET /v2/sim_cards/:id':
        return { status: 200, body: { data: view(sim) } }
      case 'DELETE /v2/sim_cards/:id':
        if (sim.installed && query['report_lost'] !== 'true') return problem(422, '10020')
        sims.delete(sim.id)
        return { status: 200, body: { data: view(sim) } }
      case 'GET /v2/sim_cards/:id/activation_code':
        return sim.installed
          ? problem(422, '10021')
          : {
              status: 200,
              body: {
                data: { activation_code: `LPA:1$smdp.telnyx.example$${sim.id.slice(0, 8).toUpperCase()}` },
              },
            }
      case 'GET /v2/sim_cards/:id/wireless_connectivity_logs':
        return page(
          sim.seenAt ? [{ last_seen: sim.seenAt, radio_access_technology: '4G', apn: 'data00.telnyx' }] : [],
          query,
        )
      case 'POST /v2/sim_cards/:id/actions/enable':
      case 'POST /v2/sim_cards/:id/actions/disable':
        return act(sim, action ?? '')
      default:
        return problem(404, '10005')
    }
  }

  const server = createServer((req, res) => {
    void read(req).then((text) => {
      const url = new URL(req.url ?? '/', 'http://fake')
      const request: SeenRequest = {
        method: req.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        body: text === '' ? undefined : JSON.parse(text),
      }
      requests.push(request)
      if (req.headers.authorization !== `Bearer ${API_KEY}`)
        return res.writeHead(401).end('{"errors":[{"code":"10009"}]}')
      const { status, body } = failures.shift() ?? answerTo(request)
      if (isAnswerLost && request.method !== 'GET') {
        isAnswerLost = false
        return res.destroy()
      }
      res.writeHead(status, { 'Content-Type': 'application/json' })
      return res.end(JSON.stringify(body))
    })
  })
  const { port, stop } = await listenAnywhere(server)
  const settled: Readonly<Record<string, string>> = {
    registering: 'enabled',
    enabling: 'enabled',
    disabling: 'disabled',
  }
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    sims,
    settle: () => {
      for (const sim of sims.values()) sim.status = settled[sim.status] ?? sim.status
    },
    foreign: (tags = ['fleet']) => make(tags).id,
    ignoreFilters: () => {
      isFilterIgnored = true
    },
    record: (sim, at, up, down) => void records.push({ sim, at, up, down }),
    failPurchase: (status, code) => {
      failedPurchase = problem(status, code)
    },
    failNext: (status, code, times = 1) => {
      failures = Array.from({ length: times }, () => problem(status, code))
    },
    listLate: () => {
      isLate = true
      return () => unlisted.clear()
    },
    loseNextAnswer: () => {
      isAnswerLost = true
    },
    stop,
  }
}
