import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { Client } from 'pg'
import { vi } from 'vitest'
import { statementOf } from './statements.ts'

/** What a process does at any time for all members, whoever's request it falls into. */
const OF_NO_REQUEST = new Set(['sign-of-life'])

/**
 * Statements that a server in this process sends to Postgres for one request, by name, or by text where they have none;
 * one request at a time.
 */
export const statementsSent = (): ((request: () => Promise<unknown>) => Promise<readonly string[]>) => {
  const ofRequest = new AsyncLocalStorage<string[]>()
  let newest: string[] = []
  subscribe('http.server.request.start', () => {
    newest = []
    ofRequest.enterWith(newest)
  })
  const send: unknown = Reflect.get(Client.prototype, 'query')
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
    const { text, name = text } = statementOf(given)
    if (!OF_NO_REQUEST.has(name)) ofRequest.getStore()?.push(name)
    return typeof send === 'function' ? Reflect.apply(send, this, given) : undefined
  })
  return async (request) => {
    await request()
    return newest
  }
}
