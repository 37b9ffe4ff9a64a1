import type { Idempotency } from '../../api/http/idempotency.ts'
import type { Begun, IdempotencyStore, Intent, StoredResponse } from '../../api/http/idempotency-store.ts'
import type { createMemoryStore } from './memory-store.ts'

interface Row {
  readonly intent: Pick<Intent, 'route' | 'bodyHash'>
  readonly response: StoredResponse | null
  readonly begunAfter?: bigint | undefined
}

/**
 * The table of idempotency keys beside a memory store, shared by all processes over it. It follows
 * `createIdempotencyStore`, which tests of the API run against Postgres.
 */
export const createMemoryIdempotencyKeys = (
  ledger: ReturnType<typeof createMemoryStore>,
): IdempotencyStore => {
  const begun = new Map<string, Row>()
  const rowName = ({ memberId, key }: Intent) => `${memberId}:${key}`

  const find = (intent: Intent): Row | undefined => {
    const name = rowName(intent)
    const stored = ledger.responses.get(name)
    if (!stored) return begun.get(name)
    const { answer, position } = stored
    return { intent: answer, response: { status: answer.status, body: JSON.parse(answer.text), position } }
  }
  const add = (intent: Intent, response: StoredResponse | null, begunAfter?: bigint) => {
    ledger.keys.add(rowName(intent))
    begun.set(rowName(intent), { intent, response, begunAfter })
  }
  const toBegun = ({ intent: { route, bodyHash }, response, begunAfter }: Row, intent: Intent): Begun => {
    if (route !== intent.route || bodyHash !== intent.bodyHash) return { state: 'mismatch' }
    if (response) return { state: 'completed', response }
    return { state: 'unfinished', ...(begunAfter !== undefined && { begunAfter }) }
  }

  return {
    begin: async (intent) => {
      const row = find(intent)
      if (row) return toBegun(row, intent)
      add(intent, null, intent.begunAfter)
      return { state: 'new' }
    },
    storeRefusal: async (intent, response) => {
      const row = find(intent)
      if (row) return toBegun(row, intent)
      add(intent, response)
      return undefined
    },
    isKnown: async (intent) => find(intent) !== undefined,
    takeBack: async () => {
      throw new Error('The log of a memory store never ends earlier')
    },
    complete: async (intent, response) => {
      const stored = find(intent)?.response
      if (stored) return stored
      add(intent, response)
      return response
    },
  }
}

/** The idempotency of one process; the keys are shared. */
export const createMemoryIdempotency = (
  keys: IdempotencyStore,
  ledger: Pick<ReturnType<typeof createMemoryStore>, 'head'>,
): Idempotency => ({
  store: keys,
  seen: () => ledger.head(),
  running: new Map(),
  logReaches: async () => true,
})
