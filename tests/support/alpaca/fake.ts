import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Decimal } from 'decimal.js'
import { listenAnywhere } from '../stripe/listening.ts'
import { againstSpecification } from './specification.ts'

export const KEY_ID = 'CKFAKE0123456789'
export const SECRET_KEY = 'a secret of the stand-in'
export const ACCOUNT_ID = '61e69015-8549-4bfd-b9c3-01e75843f47d'

const Exact = Decimal.clone({ precision: 60 })

interface FakeOrder {
  readonly id: string
  readonly client_order_id: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly qty: string | null
  readonly notional: string | null
  readonly type: string
  readonly time_in_force: string
  readonly created_at: string
  status: string
  filled_qty: string
  filled_avg_price: string | null
  replaced_by: string | null
}

export interface FakeDividend {
  readonly id?: string
  readonly symbol: string
  readonly rate: number
  readonly exDate: string
}

export interface AlpacaFake {
  /** Origin of both APIs. */
  readonly url: string
  readonly requests: readonly string[]
  readonly orders: ReadonlyMap<string, FakeOrder>
  /** Shares held, by symbol, with all decimals. */
  readonly held: (symbol: string) => string
  /** Sets the price at which shares trade; may have the decimals of an average. */
  readonly tradeAt: (price: string) => void
  /** The closing price of a day; a weekday without one has no session. */
  readonly close: (day: string, price: number) => void
  readonly pay: (dividend: FakeDividend) => void
  readonly split: (symbol: string, exDate: string) => void
  /** Somebody else puts shares into the account, or takes them out. */
  readonly move: (symbol: string, quantity: string) => void
  readonly setCash: (dollars: string) => void
  /** While it is closed, orders are accepted and wait for the next session. */
  readonly setOpen: (open: boolean) => void
  /** Fills later orders only up to this fraction (0 to 1), until they end. */
  readonly fillOnly: (share: number) => void
  /** Ends all open orders with this status, as at the end of their day. */
  readonly endOpen: (status: 'expired' | 'canceled' | 'rejected') => void
  /** Somebody at the broker replaces all open orders by others, which trade as usual. */
  readonly replaceOpen: () => void
  /** How an order is refused while one of the other side is open; 403 as a wash trade at first. */
  readonly refuseOppositeBy: (status: 403 | 422, message?: string) => void
  /** The next requests are answered with this instead. */
  readonly failNext: (status: number, body: object, times?: number, headers?: Record<string, string>) => void
  /** Orders are refused with this from now on; null: they are accepted again. */
  readonly refuseOrders: (refusal: { readonly status: number; readonly message: string } | null) => void
  /** Breaks the connection of the next order: after it has been accepted (`taken`), or before. */
  readonly loseNextOrder: (taken: boolean) => void
  /** Throws when a request differed from Alpaca's descriptions. */
  readonly stop: () => Promise<void>
}

const read = async (req: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

const isUnended = ({ status }: FakeOrder): boolean => ['accepted', 'new', 'partially_filled'].includes(status)

/** A server that behaves as Alpaca's Broker and Market Data APIs do, as far as we use them. */
export const startAlpacaFake = async (now: () => Date): Promise<AlpacaFake> => {
  const orders = new Map<string, FakeOrder>()
  const requests: string[] = []
  const wrong: string[] = []
  const closes = new Map<string, number>()
  const dividends: FakeDividend[] = []
  const splits: { symbol: string; exDate: string }[] = []
  const failures: { status: number; body: object; headers: Record<string, string> }[] = []
  let price = '100'
  const moved = new Map<string, Decimal>()
  let cash = '1000000'
  let isOpen = true
  let share = 1
  let lose: 'taken' | 'untaken' | null = null
  let wash = { status: 403, message: 'potential wash trade detected. use complex orders' }
  let refusal: { readonly status: number; readonly message: string } | null = null

  /** Fills an order up to the current fraction; Alpaca counts shares to nine decimals. */
  const fill = (order: FakeOrder): void => {
    const wanted =
      order.qty === null
        ? new Exact(order.notional ?? 0).div(price).toDecimalPlaces(9, 1)
        : new Exact(order.qty)
    const filled = wanted.times(share).toDecimalPlaces(9, 1)
    order.filled_qty = filled.toFixed()
    order.filled_avg_price = filled.eq(0) ? null : price
    order.status = share === 1 ? 'filled' : filled.eq(0) ? 'new' : 'partially_filled'
  }

  const answer = (res: ServerResponse, status: number, body: unknown, headers = {}): void => {
    res.writeHead(status, { 'content-type': 'application/json', ...headers })
    res.end(JSON.stringify(body))
  }
  const problem = (res: ServerResponse, status: number, code: number, message: string): void =>
    answer(res, status, { code, message })

  const place = (res: ServerResponse, body: string): void => {
    const asked = JSON.parse(body)
    const id = asked.client_order_id ?? randomUUID()
    if (lose === 'untaken') {
      lose = null
      return void res.socket?.destroy()
    }
    if (orders.has(id)) return problem(res, 422, 40010001, 'client_order_id must be unique')
    if (refusal) return problem(res, refusal.status, refusal.status * 100_000, refusal.message)
    // Sales too: by their quantity at the bid (forum.alpaca.markets/t/13116, answered by Alpaca).
    const dollars =
      asked.notional === undefined ? new Exact(asked.qty).times(price) : new Exact(asked.notional)
    if (dollars.lt(1)) return problem(res, 403, 40310000, 'cost basis must be >= minimal amount of order 1')
    const opposite = [...orders.values()].find(
      (one) => isUnended(one) && one.symbol === asked.symbol && one.side !== asked.side,
    )
    // 403 or 422: both have been reported (docs.alpaca.markets/docs/user-protection; Petersoj/alpaca-java#145).
    if (opposite)
      return answer(res, wash.status, {
        code: wash.status * 100_000 + 10_000,
        message: wash.message,
        existing_order_id: opposite.id,
        reject_reason: 'opposite side market/stop order exists',
      })
    const order: FakeOrder = {
      id: randomUUID(),
      client_order_id: id,
      symbol: asked.symbol,
      side: asked.side,
      qty: asked.qty ?? null,
      notional: asked.notional ?? null,
      type: asked.type,
      time_in_force: asked.time_in_force,
      created_at: now().toISOString(),
      status: 'accepted',
      filled_qty: '0',
      filled_avg_price: null,
      replaced_by: null,
    }
    orders.set(id, order)
    if (isOpen) fill(order)
    if (lose === 'taken') {
      lose = null
      return void res.socket?.destroy()
    }
    answer(res, 200, order)
  }

  const within = (day: string, query: URLSearchParams): boolean =>
    day >= (query.get('start') ?? '') && day <= (query.get('end') ?? '9999')

  const heldOf = (symbol: string): Decimal =>
    [...orders.values()]
      .filter((order) => order.symbol === symbol)
      .reduce(
        (sum, { side, filled_qty: qty }) => (side === 'buy' ? sum.plus(qty) : sum.minus(qty)),
        moved.get(symbol) ?? new Exact(0),
      )

  /** Two items per page, so that clients must read several pages. */
  const paged = <T>(
    all: readonly T[],
    query: URLSearchParams,
  ): { page: readonly T[]; next: string | null } => {
    const from = Number(query.get('page_token') ?? 0)
    return { page: all.slice(from, from + 2), next: from + 2 < all.length ? String(from + 2) : null }
  }

  const get = (res: ServerResponse, { pathname, searchParams: query }: URL): void => {
    if (pathname.endsWith('/orders:by_client_order_id')) {
      const found = orders.get(query.get('client_order_id') ?? '')
      return found ? answer(res, 200, found) : problem(res, 404, 40410000, 'order not found')
    }
    if (pathname.endsWith('/positions')) {
      const symbols = new Set([...[...orders.values()].map((one) => one.symbol), ...moved.keys()])
      const positions = [...symbols].map((held) => ({ symbol: held, qty: heldOf(held).toFixed() }))
      return answer(
        res,
        200,
        positions.filter(({ qty }) => qty !== '0'),
      )
    }
    if (pathname.endsWith('/account')) return answer(res, 200, { cash })
    const byId = /\/orders\/([^/]+)$/.exec(pathname)?.[1]
    if (byId !== undefined) {
      const found = [...orders.values()].find(({ id }) => id === byId)
      return found ? answer(res, 200, found) : problem(res, 404, 40410000, 'order not found')
    }
    const symbol = query.get('symbols') ?? ''
    if (pathname === '/v1/calendar') {
      const days = [...closes.keys()].filter((day) => within(day, query)).toSorted()
      return answer(
        res,
        200,
        days.map((date) => ({ date, open: '09:30', close: '16:00' })),
      )
    }
    if (pathname === '/v2/stocks/bars') {
      const bars = [...closes]
        .filter(([day, close]) => within(day, query) && close > 0)
        .toSorted(([a], [b]) => a.localeCompare(b))
      const { page, next } = paged(bars, query)
      const shown = page.map(([day, c]) => ({
        t: `${day}T05:00:00Z`,
        o: c,
        h: c,
        l: c,
        c,
        v: 1,
        n: 1,
        vw: c,
      }))
      return answer(res, 200, { bars: { [symbol]: shown }, next_page_token: next })
    }
    const { page, next } = paged(
      dividends.filter((one) => one.symbol === symbol),
      query,
    )
    answer(res, 200, {
      corporate_actions: {
        ...(page.length > 0 && {
          cash_dividends: page.map(({ id, rate, exDate }) => ({
            ...(id !== undefined && { id }),
            symbol,
            rate,
            ex_date: exDate,
            special: false,
          })),
        }),
        forward_splits: splits
          .filter((one) => one.symbol === symbol)
          .map(({ exDate }) => ({ symbol, ex_date: exDate, new_rate: 3, old_rate: 1 })),
      },
      next_page_token: next,
    })
  }

  const authorization = `Basic ${Buffer.from(`${KEY_ID}:${SECRET_KEY}`).toString('base64')}`
  const server = createServer((req, res) => {
    void (async () => {
      const body = await read(req)
      const { method = '', url = '' } = req
      const target = new URL(url, 'http://alpaca')
      requests.push(`${method} ${target.pathname}`)
      const problemFound = againstSpecification({ method, url, body })
      if (problemFound !== null) {
        wrong.push(problemFound)
        return problem(res, 422, 40010000, problemFound)
      }
      if (req.headers.authorization !== authorization)
        return problem(res, 401, 40110000, 'request is not authorized')
      const failure = failures.shift()
      if (failure) return answer(res, failure.status, failure.body, failure.headers)
      return method === 'POST' ? place(res, body) : get(res, target)
    })()
  })
  const { port, stop } = await listenAnywhere(server)

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    orders,
    held: (symbol) => heldOf(symbol).toFixed(),
    move: (symbol, quantity) => void moved.set(symbol, new Exact(quantity).plus(moved.get(symbol) ?? 0)),
    setCash: (dollars) => void (cash = dollars),
    tradeAt: (next) => void (price = next),
    close: (day, at) => void closes.set(day, at),
    pay: (dividend) => void dividends.push(dividend),
    split: (symbol, exDate) => void splits.push({ symbol, exDate }),
    setOpen: (open) => {
      isOpen = open
      if (open) for (const order of orders.values()) if (order.status === 'accepted') fill(order)
    },
    fillOnly: (part) => void (share = part),
    endOpen: (status) => {
      for (const order of orders.values()) if (isUnended(order)) order.status = status
    },
    replaceOpen: () => {
      for (const order of [...orders.values()].filter(isUnended)) {
        const id = randomUUID()
        const successor = { ...order, id, client_order_id: id, filled_qty: '0', filled_avg_price: null }
        orders.set(id, successor)
        Object.assign(order, { status: 'replaced', replaced_by: id })
        if (isOpen) fill(successor)
      }
    },
    refuseOppositeBy: (status, message = wash.message) => void (wash = { status, message }),
    failNext: (status, body, times = 1, headers = {}) => {
      for (let i = 0; i < times; i += 1) failures.push({ status, body, headers })
    },
    refuseOrders: (next) => void (refusal = next),
    loseNextOrder: (taken) => void (lose = taken ? 'taken' : 'untaken'),
    stop: async () => {
      await stop()
      if (wrong.length > 0) throw new Error(`Not as Alpaca describes it: ${wrong.join('\n')}`)
    },
  }
}
