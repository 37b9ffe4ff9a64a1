import { createServer, type IncomingMessage } from 'node:http'
import type { Increase } from 'increase'
import { listenAnywhere } from '../stripe/listening.ts'
import { createAccountNumbers } from './account-numbers.ts'
import { createBook } from './book.ts'
import { createAccounts } from './accounts.ts'
import { API_KEY } from './constants.ts'
import { bankOf, byTime, inWindow, pageOf, problem, type Answer } from './lists.ts'
import { createPayouts, type Transfer } from './payouts.ts'
import { createReceipts } from './receipts.ts'
import { againstSpecification } from './specification.ts'

export interface IncreaseFake {
  readonly url: string
  /** Method and path of what was asked for. */
  readonly requests: readonly string[]
  readonly transfers: () => readonly Transfer[]
  /** The next requests that are not only read are answered so instead. */
  readonly failNext: (status: number, error: { readonly type: string }, times?: number) => void
  /** The next requests that only read are answered so instead. */
  readonly failReads: (status: number, times: number) => void
  /** The next changes of an object are answered so instead. */
  readonly failChanges: (status: number, times: number) => void
  /** Increase stops the transfer of a key. */
  readonly reject: (key: string) => void
  readonly numbers: () => readonly Increase.AccountNumber[]
  /** The pooled account first. */
  readonly accounts: () => readonly Increase.Account[]
  readonly balanceOf: (accountId: string) => number
  readonly moves: () => readonly Increase.AccountTransfer[]
  /** Carries out the next order and breaks its connection. */
  readonly loseNextAnswer: () => void
  /** Somebody pays to an account number, or debits it; returns the transaction's id. */
  readonly receive: (
    numberId: string,
    cents: number,
    category?: 'inbound_ach_transfer' | 'inbound_real_time_payments_transfer_confirmation',
  ) => string
  /** What came in by ACH is sent back. */
  readonly sendBack: (transactionId: string) => void
  /** The bank books something of its own, such as interest. */
  readonly book: (category: 'interest_payment' | 'fee_payment', cents: number) => void
  /** An account number of the operator's own, made in the dashboard. */
  readonly ownNumber: () => string
  /** The operator pays somebody by hand. */
  readonly payByHand: (cents: number) => void
  /** Throws when a request differed from the SDK's types. */
  readonly stop: () => Promise<void>
}

const read = async (req: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

const missing = problem(404, 'object_not_found_error')

/**
 * Increase's API as far as the adapter uses it, over real HTTP: accepts only requests that fit the SDK's types; keys that
 * belong to one object for ever; lists in pages of two. What becomes of a transfer follows from its account number and
 * the time.
 */
export const startIncreaseFake = async (now: () => Date): Promise<IncreaseFake> => {
  const requests: string[] = []
  const violations: string[] = []
  const book = createBook(now)
  const { transfers, ...payouts } = createPayouts(book)
  const { numbers, ...accountNumbers } = createAccountNumbers(book)
  const { inbound, ...receipts } = createReceipts(book, accountNumbers)
  const { accounts, moves, ...ofAccounts } = createAccounts(book)
  const objects = () => [...transfers, ...numbers, ...accounts, ...moves, ...inbound.values()]
  /** What each key was used for, and what it made. */
  const keys = new Map<string, { readonly request: string; readonly object: { readonly id: string } }>()
  const failures: Answer[] = []
  const readFailures: Answer[] = []
  const changeFailures: Answer[] = []
  let isAnswerLost = false

  const make = (path: string, body: string, key: string) => {
    const order = JSON.parse(body)
    switch (path) {
      case '/accounts':
        return ofAccounts.open(order, key)
      case '/account_transfers':
        return ofAccounts.move(order, key)
      case '/account_numbers':
        return accountNumbers.open(order, key)
      case '/ach_transfers':
        return payouts.orderAch(order, key)
      case '/real_time_payments_transfers':
        return payouts.orderRealTime(order, key)
      case '/fednow_transfers':
        return payouts.orderFedNow(order, key)
      default:
        return null
    }
  }

  const create = (path: string, body: string, key: string): Answer => {
    const request = `${path} ${body}`
    const before = keys.get(key)
    if (before && before.request !== request)
      return problem(409, 'idempotency_key_already_used_error', { resource_id: before.object.id })
    if (before) return { status: 200, body: objects().find(({ id }) => id === before.object.id) }
    const closed = path.endsWith('/close') ? ofAccounts.close(path.split('/').at(-2)) : null
    if (closed) return closed
    const object = make(path, body, key)
    if (!object) return path === '/account_transfers' ? ofAccounts.notAllowed : missing
    keys.set(key, { request, object })
    return { status: 200, body: object }
  }

  const lists: Readonly<Record<string, (query: URLSearchParams) => Answer>> = {
    '/routing_numbers': (query) => pageOf(bankOf(query.get('routing_number')), query),
    '/events': (query) => pageOf(inWindow(book.events, query).toSorted(byTime), query),
    // Newest first, as theirs.
    '/transactions': (query) => {
      const wanted = query.get('category.in')?.split(',')
      const account = query.get('account_id')
      const all = inWindow(book.transactions, query).filter(
        ({ source, account_id: of }) => (account ?? of) === of && (wanted?.includes(source.category) ?? true),
      )
      return pageOf(all.toSorted(byTime).toReversed(), query)
    },
  }

  const get = (path: string, query: URLSearchParams): Answer => {
    const list = lists[path]
    if (list) return list(query)
    if (path.endsWith('/balance')) return ofAccounts.balance(path.split('/').at(-2) ?? '', query)
    const key = query.get('idempotency_key')
    if (key !== null) {
      const kind = path.slice(1, -1)
      const all = [...transfers, ...moves, ...numbers]
      return pageOf(
        all.filter(({ idempotency_key: of, type }) => of === key && type === kind),
        query,
      )
    }
    const id = path.split('/').at(-1)
    const found = objects().find((object) => object.id === id)
    return found ? { status: 200, body: found } : missing
  }

  /** Of what we change there is only the state of an account number. */
  const change = (path: string, body: string): Answer => {
    const number = numbers.find(({ id }) => id === path.split('/').at(-1))
    return number ? { status: 200, body: Object.assign(number, JSON.parse(body)) } : missing
  }

  const answerTo = (
    method: string,
    path: string,
    query: URLSearchParams,
    body: string,
    key: string,
  ): Answer => {
    if (method === 'POST') return create(path, body, key)
    return method === 'PATCH' ? change(path, body) : get(path, query)
  }

  const failuresOf = (method: string): Answer[] => {
    if (method === 'POST') return failures
    return method === 'PATCH' ? changeFailures : readFailures
  }

  const server = createServer((req, res) => {
    void read(req).then((body) => {
      book.catchUp()
      const { method = '', url = '', headers } = req
      const key = headers['idempotency-key']
      const { pathname, searchParams } = new URL(url, 'http://increase')
      requests.push(`${method} ${pathname}`)
      const idempotencyKey = typeof key === 'string' ? key : undefined
      const violation = againstSpecification({ method, url, body, idempotencyKey })
      if (violation !== null) violations.push(violation)
      if (headers.authorization !== `Bearer ${API_KEY}`)
        return res.writeHead(401).end(JSON.stringify(problem(401, 'invalid_api_key_error').body))
      const failure = failuresOf(method).shift()
      const answer =
        violation === null
          ? (failure ?? answerTo(method, pathname, searchParams, body, idempotencyKey ?? ''))
          : problem(400, 'invalid_parameters_error', { errors: [] })
      if (isAnswerLost && method === 'POST') {
        isAnswerLost = false
        return res.destroy()
      }
      res.writeHead(answer.status, { 'Content-Type': 'application/json' })
      return res.end(JSON.stringify(answer.body))
    })
  })
  const { port, stop } = await listenAnywhere(server)

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    transfers: () => transfers,
    failNext: (status, { type }, times = 1) => {
      for (let left = times; left > 0; left -= 1) failures.push(problem(status, type, { errors: [] }))
    },
    failReads: (status, times) => {
      for (let left = times; left > 0; left -= 1) readFailures.push(problem(status, 'service_unavailable'))
    },
    failChanges: (status, times) => {
      for (let left = times; left > 0; left -= 1) changeFailures.push(problem(status, 'service_unavailable'))
    },
    reject: payouts.reject,
    numbers: () => numbers,
    accounts: () => accounts,
    balanceOf: (id) => ofAccounts.balanceOf(id),
    moves: () => moves,
    loseNextAnswer: () => void (isAnswerLost = true),
    receive: receipts.receive,
    sendBack: receipts.sendBack,
    book: (category, cents) => void book.post({ category }, cents, now()),
    ownNumber: accountNumbers.own,
    payByHand: payouts.payByHand,
    stop: async () => {
      await stop()
      if (violations.length > 0) throw new Error(`Against the SDK's types:\n${violations.join('\n')}`)
    },
  }
}
