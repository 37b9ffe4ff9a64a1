import { AsyncLocalStorage } from 'node:async_hooks'

const storage = new AsyncLocalStorage<string>()

/** Only ids made by machines (UUIDs, traces, nginx's): a caller could write words of their own into the ledger for ever. */
const MACHINE_MADE = /^[\da-f-]{16,64}$/i

/** Runs the work of a request, so that whatever it appends to the ledger carries the request's id. */
export const inRequest = <T>(requestId: string, work: () => T): T =>
  MACHINE_MADE.test(requestId) ? storage.run(requestId, work) : work()

/** Metadata for events that the running request makes; nothing in background processes. */
export const requestMetadata = (): { readonly requestId?: string } => {
  const requestId = storage.getStore()
  return requestId === undefined ? {} : { requestId }
}
