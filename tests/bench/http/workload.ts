import { randomUUID } from 'node:crypto'
import { operations } from '../../../api/contract/operations.ts'

/** A sender: the headers of their session, and the handle by which others pay them. */
export interface BenchAccount {
  readonly handle: string
  /** Header lines that identify the sender, each ending in CRLF. */
  readonly headers: string
}

/** The handle of the member with this index; the first members are the accounts. */
export const handleOf = (index: number): string => `bench${String(index).padStart(4, '0')}`

/** `spread`: between random accounts; `hot`: in and out of the first account, half and half. */
export type Workload = 'spread' | 'hot'

const below = (limit: number): number => Math.floor(Math.random() * limit)

const pick = (workload: Workload, count: number): { from: number; to: number } => {
  if (workload === 'hot') {
    const other = 1 + below(count - 1)
    return Math.random() < 0.5 ? { from: 0, to: other } : { from: other, to: 0 }
  }
  const from = below(count)
  const to = (from + 1 + below(count - 1)) % count
  return { from, to }
}

/**
 * The next request of a workload, as sent: $0.01 to $1.00, with a new idempotency key.
 * @param recipient index of the member to pay, beyond the accounts; default: one of the accounts
 */
export const transferRequest = (
  workload: Workload,
  accounts: readonly BenchAccount[],
  port: number,
  recipient?: number,
): string => {
  const { from, to } = pick(workload, accounts.length)
  const cents = 1 + below(100)
  const body = JSON.stringify({
    to_user_identifier: `@${handleOf(recipient ?? to)}`,
    currency: 'USD',
    amount: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
  })
  return (
    `POST /api/wallet/transfer HTTP/1.1\r\nHost: localhost:${port}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
    `Idempotency-Key: ${randomUUID()}\r\n${accounts[from]?.headers}\r\n${body}`
  )
}

/** The documents that the wallet page requests when it is opened, besides the session. */
export const WALLET_DOCUMENTS = [
  '/api/users/me',
  '/api/wallet',
  '/api/wallet/transactions?limit=20',
  '/api/wallet/insights',
  '/api/wallet/transfer-requests?limit=20',
  '/api/wallet/statements',
  '/api/yut/balance',
  '/api/yut/transactions?limit=20',
  '/api/yut/governance/proposals',
] as const

/** All of them in one request, as the app asks. */
export const WALLET_PAGE = `${operations.getTogether.path}?${new URLSearchParams({ paths: WALLET_DOCUMENTS.join(',') }).toString()}`

/** A GET request of a signed-in member. */
export const getRequest = (path: string, { headers }: BenchAccount, port: number): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${headers}\r\n`

/** One of the two reads that members make most. */
export const readRequest = (accounts: readonly BenchAccount[], port: number): string => {
  const account = accounts[below(accounts.length)]
  if (!account) throw new Error('There are no accounts')
  return getRequest(Math.random() < 0.5 ? '/api/wallet' : '/api/wallet/transactions?limit=20', account, port)
}
