import { createServer, type IncomingMessage } from 'node:http'
import type { Increase } from 'increase'
import { addBusinessDays } from '../../../events/business-days.ts'
import { listenAnywhere } from '../stripe/listening.ts'
import {
  achReturn,
  achTransfer,
  changeOfNumber,
  fedNowTransfer,
  realTimeTransfer,
  transaction,
} from './objects.ts'
import { againstSpecification } from './specification.ts'

export const API_KEY = 'increase_key_of_the_stand_in'
export const ACCOUNT_ID = 'account_standin0000000000000'

/** Account numbers, and what becomes of a payout to each; it arrives at any other. */
export const NUMBERS = {
  arrives: '987654321',
  returned: '987654003',
  rejected: '987654777',
  reviewed: '987654666',
  moved: '987654444',
} as const
/** The number that the account that moved has now. */
export const MOVED_TO = '123450000'

/** Banks, by what they take. */
export const ROUTING = {
  realTime: '110000000',
  fedNow: '110000013',
  ach: '110000026',
  none: '800000006',
} as const

const SUBMITTED_MS = 30 * 60_000

interface Answer {
  readonly status: number
  readonly body: unknown
}
type Transfer = Increase.ACHTransfer | Increase.RealTimePaymentsTransfer | Increase.FednowTransfer

export interface IncreaseFake {
  readonly url: string
  /** Method and path of what was asked for. */
  readonly requests: readonly string[]
  readonly transfers: () => readonly Transfer[]
  /** The next requests that are not only read are answered so instead. */
  readonly failNext: (status: number, error: { readonly type: string }, times?: number) => void
  /** The next requests that only read are answered so instead. */
  readonly failReads: (status: number, times: number) => void
  /** Increase stops the transfer of a key. */
  readonly reject: (key: string) => void
  readonly numbers: () => readonly Increase.AccountNumber[]
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

const problem = (status: number, type: string, more: object = {}): Answer => ({
  status,
  body: { status, type, title: type, detail: null, ...more },
})
const missing = problem(404, 'object_not_found_error')

/**
 * Increase's API as far as the adapter uses it, over real HTTP: accepts only requests that fit the SDK's types; keys that
 * belong to one object for ever; lists in pages of two. What becomes of a transfer follows from its account number and
 * the time.
 */
export const startIncreaseFake = async (now: () => Date): Promise<IncreaseFake> => {
  const requests: string[] = []
  const violations: string[] = []
  const numbers: Increase.AccountNumber[] = []
  const transfers: Transfer[] = []
  const inbound = new Map<string, Increase.InboundACHTransfer>()
  const transactions: Increase.Transaction[] = []
  const events: Increase.Event[] = []
  /** What each key was used for, and what it made. */
  const keys = new Map<string, { readonly request: string; readonly object: { readonly id: string } }>()
  const failures: Answer[] = []
  const readFailures: Answer[] = []
  let isAnswerLost = false
  let made = 0

  const idFor = (kind: string): string => {
    made += 1
    return `${kind}_${made.toString(36).padStart(20, '0')}`
  }
  const at = (date: Date): string => date.toISOString()

  const post = (
    source: Increase.Transaction['source'],
    amount: number,
    date: Date,
    route: string | null = null,
  ): string => {
    const id = idFor('transaction')
    const more = { id, account_id: ACCOUNT_ID, amount, created_at: at(date), route_id: route }
    transactions.push(transaction(source, more))
    return id
  }

  /** Events come twice, as theirs may. */
  const tell = (transferId: string, date: Date): void => {
    for (let times = 0; times < 2; times += 1)
      events.push({
        id: idFor('event'),
        associated_object_id: transferId,
        associated_object_type: 'ach_transfer',
        category: 'ach_transfer.updated',
        created_at: at(date),
        type: 'event',
      })
  }

  /** Steps of transfers that are still to come, by time. */
  const plans: { readonly due: Date; readonly step: (date: Date) => void }[] = []
  const plan = (due: Date, step: (date: Date) => void): void => {
    plans.push({ due, step })
    plans.sort((one, other) => one.due.getTime() - other.due.getTime())
  }
  const catchUp = (): void => {
    while (plans[0] && plans[0].due <= now()) {
      const next = plans.shift()
      next?.step(next.due)
    }
  }

  const goOn = (transfer: Increase.ACHTransfer, from: Date): void => {
    const { id, amount, account_number: number } = transfer
    transfer.status = 'pending_submission'
    transfer.transaction_id = post(
      {
        category: 'ach_transfer_intention',
        ach_transfer_intention: {
          account_number: number,
          amount,
          routing_number: transfer.routing_number,
          statement_descriptor: transfer.statement_descriptor,
          transfer_id: id,
        },
      },
      -amount,
      from,
    )
    plan(new Date(from.getTime() + SUBMITTED_MS), (date) => {
      transfer.status = 'submitted'
      tell(id, date)
    })
    plan(addBusinessDays(from, 1), (date) => {
      transfer.settlement = { settled_at: at(date) }
      if (number === NUMBERS.moved) transfer.notifications_of_change.push(changeOfNumber(MOVED_TO, at(date)))
      tell(id, date)
    })
    if (number !== NUMBERS.returned) return
    plan(addBusinessDays(from, 2), (date) => {
      const back = achReturn('R03', { transferId: id, transactionId: '', at: at(date) })
      const source = { category: 'ach_transfer_return', ach_transfer_return: back } as const
      back.transaction_id = post(source, amount, date)
      transfer.return = back
      transfer.status = 'returned'
      tell(id, date)
    })
  }

  const orderAch = (order: Increase.ACHTransferCreateParams, key: string | null): Increase.ACHTransfer => {
    const transfer = achTransfer(order, {
      id: idFor('ach_transfer'),
      created_at: at(now()),
      idempotency_key: key,
      status: 'pending_reviewing',
      transaction_id: null,
    })
    transfers.push(transfer)
    if (order.account_number === NUMBERS.rejected) transfer.status = 'rejected'
    else if (order.account_number === NUMBERS.reviewed)
      plan(addBusinessDays(now(), 1), (date) => goOn(transfer, date))
    else goOn(transfer, now())
    return transfer
  }

  const orderRealTime = (order: Increase.RealTimePaymentsTransferCreateParams, key: string) => {
    const id = idFor('real_time_payments_transfer')
    const more = {
      id,
      account_id: ACCOUNT_ID,
      created_at: at(now()),
      idempotency_key: key,
      transaction_id: null,
    }
    const transfer = realTimeTransfer(order, { ...more, status: 'pending_submission' })
    transfers.push(transfer)
    const answer = structuredClone(transfer)
    // It is decided a moment later.
    if (order.account_number === NUMBERS.rejected) {
      transfer.status = 'rejected'
      transfer.rejection = {
        reject_reason_additional_information: null,
        reject_reason_code: 'account_closed',
        rejected_at: at(now()),
      }
    } else {
      transfer.status = 'complete'
      const { account_number, amount, routing_number, unstructured_remittance_information } = transfer
      const details = { account_number, amount, routing_number, unstructured_remittance_information }
      transfer.transaction_id = post(
        {
          category: 'real_time_payments_transfer_acknowledgement',
          real_time_payments_transfer_acknowledgement: { ...details, transfer_id: id },
        },
        -amount,
        now(),
      )
    }
    return answer
  }

  const orderFedNow = (order: Increase.FednowTransferCreateParams, key: string) => {
    const id = idFor('fednow_transfer')
    const more = {
      id,
      account_id: ACCOUNT_ID,
      created_at: at(now()),
      idempotency_key: key,
      transaction_id: null,
    }
    const transfer = fedNowTransfer(order, { ...more, status: 'pending_response' })
    transfers.push(transfer)
    const answer = structuredClone(transfer)
    transfer.status = 'complete'
    const source = {
      category: 'fednow_transfer_acknowledgement',
      fednow_transfer_acknowledgement: { transfer_id: id },
    } as const
    transfer.transaction_id = post(source, -order.amount, now())
    return answer
  }

  const openNumber = (
    order: Increase.AccountNumberCreateParams,
    key: string | null,
  ): Increase.AccountNumber => {
    const number: Increase.AccountNumber = {
      id: idFor('account_number'),
      account_id: order.account_id,
      account_number: String(700_000_000 + numbers.length),
      created_at: at(now()),
      idempotency_key: key,
      inbound_ach: { debit_status: order.inbound_ach?.debit_status ?? 'allowed' },
      inbound_checks: { status: 'check_transfers_only' },
      name: order.name,
      routing_number: '101050001',
      status: 'active',
      type: 'account_number',
    }
    numbers.push(number)
    return number
  }

  const make = (path: string, body: string, key: string) => {
    const order = JSON.parse(body)
    switch (path) {
      case '/account_numbers':
        return openNumber(order, key)
      case '/ach_transfers':
        return orderAch(order, key)
      case '/real_time_payments_transfers':
        return orderRealTime(order, key)
      case '/fednow_transfers':
        return orderFedNow(order, key)
      default:
        return null
    }
  }

  const create = (path: string, body: string, key: string): Answer => {
    const request = `${path} ${body}`
    const before = keys.get(key)
    if (before && before.request !== request)
      return problem(409, 'idempotency_key_already_used_error', { resource_id: before.object.id })
    if (before)
      return { status: 200, body: [...transfers, ...numbers].find(({ id }) => id === before.object.id) }
    const object = make(path, body, key)
    if (!object) return missing
    keys.set(key, { request, object })
    return { status: 200, body: object }
  }

  /** A page of two, so that whoever wants all reads several. */
  const pageOf = (all: readonly object[], query: URLSearchParams): Answer => {
    const from = Number(query.get('cursor') ?? 0)
    const size = Math.min(Number(query.get('limit') ?? 100), 2)
    const next = from + size < all.length ? String(from + size) : null
    return { status: 200, body: { data: all.slice(from, from + size), next_cursor: next } }
  }
  const inWindow = <T extends { readonly created_at: string }>(
    all: readonly T[],
    query: URLSearchParams,
  ): T[] =>
    all.filter(
      ({ created_at: time }) =>
        time >= (query.get('created_at.on_or_after') ?? '') && time < (query.get('created_at.before') ?? '~'),
    )
  const byTime = (one: { readonly created_at: string }, other: { readonly created_at: string }): number =>
    one.created_at < other.created_at ? -1 : one.created_at > other.created_at ? 1 : 0

  const supported = (is: boolean) => (is ? ('supported' as const) : ('not_supported' as const))
  const bankOf = (routing: string | null): Increase.RoutingNumberListResponse[] =>
    routing === null || routing === ROUTING.none
      ? []
      : [
          {
            ach_transfers: 'supported',
            fednow_transfers: supported(routing === ROUTING.fedNow),
            name: 'First Bank of the Stand-in',
            real_time_payments_request_for_payment: 'not_supported',
            real_time_payments_transfers: supported(routing === ROUTING.realTime),
            routing_number: routing,
            type: 'routing_number',
            wire_transfers: 'supported',
          },
        ]

  const lists: Readonly<Record<string, (query: URLSearchParams) => Answer>> = {
    '/routing_numbers': (query) => pageOf(bankOf(query.get('routing_number')), query),
    '/events': (query) => pageOf(inWindow(events, query).toSorted(byTime), query),
    // Newest first, as theirs.
    '/transactions': (query) => {
      const wanted = query.get('category.in')?.split(',')
      const all = inWindow(transactions, query).filter(
        ({ source }) => wanted?.includes(source.category) ?? true,
      )
      return pageOf(all.toSorted(byTime).toReversed(), query)
    },
    [`/accounts/${ACCOUNT_ID}/balance`]: () => {
      const balance = transactions.reduce((sum, { amount }) => sum + amount, 0)
      const body: Increase.BalanceLookup = {
        account_id: ACCOUNT_ID,
        available_balance: balance,
        current_balance: balance,
        loan: null,
        type: 'balance_lookup',
      }
      return { status: 200, body }
    },
  }

  const get = (path: string, query: URLSearchParams): Answer => {
    const list = lists[path]
    if (list) return list(query)
    const key = query.get('idempotency_key')
    if (key !== null) {
      const kind = path.slice(1, -1)
      return pageOf(
        transfers.filter(({ idempotency_key: of, type }) => of === key && type === kind),
        query,
      )
    }
    const id = path.split('/').at(-1)
    const found = [...transfers, ...numbers, ...inbound.values()].find((object) => object.id === id)
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

  const server = createServer((req, res) => {
    void read(req).then((body) => {
      catchUp()
      const { method = '', url = '', headers } = req
      const key = headers['idempotency-key']
      const { pathname, searchParams } = new URL(url, 'http://increase')
      requests.push(`${method} ${pathname}`)
      const idempotencyKey = typeof key === 'string' ? key : undefined
      const violation = againstSpecification({ method, url, body, idempotencyKey })
      if (violation !== null) violations.push(violation)
      if (headers.authorization !== `Bearer ${API_KEY}`)
        return res.writeHead(401).end(JSON.stringify(problem(401, 'invalid_api_key_error').body))
      const failure = (method === 'POST' ? failures : readFailures).shift()
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
    reject: (key) => {
      const transfer = transfers.find(({ idempotency_key: of }) => of === key)
      if (transfer?.type !== 'ach_transfer') throw new Error('There is no such transfer')
      transfer.status = 'rejected'
      const { id, amount } = transfer
      post({ category: 'ach_transfer_rejection', ach_transfer_rejection: { transfer_id: id } }, amount, now())
      tell(id, now())
    },
    numbers: () => numbers,
    loseNextAnswer: () => void (isAnswerLost = true),
    receive: (numberId, cents, category = 'inbound_ach_transfer') => {
      const transferId = idFor('inbound_ach_transfer')
      const id = post({ category }, cents, now(), numberId)
      const number = numbers.find((one) => one.id === numberId)
      if (category === 'inbound_ach_transfer')
        inbound.set(id, {
          id: transferId,
          acceptance: { accepted_at: at(now()), transaction_id: id },
          account_id: number?.account_id ?? ACCOUNT_ID,
          account_number_id: numberId,
          addenda: null,
          amount: Math.abs(cents),
          automatically_resolves_at: at(now()),
          created_at: at(now()),
          decline: null,
          direction: cents > 0 ? 'credit' : 'debit',
          effective_date: at(now()),
          international_addenda: null,
          notification_of_change: null,
          originator_company_descriptive_date: null,
          originator_company_discretionary_data: null,
          originator_company_entry_description: 'PAYROLL',
          originator_company_id: '0987654321',
          originator_company_name: 'BIG BANK',
          originator_routing_number: '101050001',
          receiver_id_number: null,
          receiver_name: 'ADA LOVELACE',
          settlement: { settled_at: at(now()), settlement_schedule: 'same_day' },
          standard_entry_class_code: 'prearranged_payments_and_deposit',
          status: 'accepted',
          trace_number: '021000038461022',
          transfer_return: null,
          type: 'inbound_ach_transfer',
        })
      return id
    },
    sendBack: (transactionId) => {
      const transfer = inbound.get(transactionId)
      if (!transfer) throw new Error('Nothing came in by such a transaction')
      transfer.status = 'returned'
      const back = { inbound_ach_transfer_id: transfer.id }
      const source = {
        category: 'inbound_ach_transfer_return_intention',
        inbound_ach_transfer_return_intention: back,
      } as const
      post(source, -transfer.amount, now(), transfer.account_number_id)
    },
    book: (category, cents) => void post({ category }, cents, now()),
    ownNumber: () => openNumber({ account_id: ACCOUNT_ID, name: 'Operator' }, null).id,
    payByHand: (cents) =>
      void orderAch(
        {
          account_id: ACCOUNT_ID,
          amount: cents,
          statement_descriptor: 'By hand',
          account_number: NUMBERS.returned,
          routing_number: ROUTING.ach,
        },
        null,
      ),
    stop: async () => {
      await stop()
      if (violations.length > 0) throw new Error(`Against the SDK's types:\n${violations.join('\n')}`)
    },
  }
}
