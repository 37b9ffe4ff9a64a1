import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { MIN_POSITION_HEADER, POSITION_HEADER } from '../../api/contract/operation.ts'
import { requestOperations, TransferRequest } from '../../api/contract/requests.ts'
import type { Browser } from './browser.ts'
import { keyed } from './wallet-calls.ts'

/** Asks `from` (a handle) for dollars; fails the test unless it is acknowledged. */
export const asks = async (
  requester: Browser,
  from: string,
  amount: number | string,
  more: Record<string, unknown> = {},
): Promise<{ readonly id: string; readonly position: string }> => {
  const body = { from_user_identifier: from, amount, ...more }
  const response = await requester.post('/api/wallet/request-transfer', body, keyed(randomUUID()))
  expect(response.status).toBe(201)
  const { request_id: id } = requestOperations.requestTransfer.response.parse(await response.json())
  return { id, position: response.headers.get(POSITION_HEADER) ?? '' }
}

/** Tries once to answer a request; with a new key unless one is given. */
export const responds = (
  payer: Browser,
  id: string,
  action: string,
  key: string = randomUUID(),
): Promise<Response> => payer.post(`/api/wallet/transfer-requests/${id}/respond`, { action }, keyed(key))

export const cancels = (requester: Browser, id: string, key: string = randomUUID()): Promise<Response> =>
  requester.post(`/api/wallet/transfer-requests/${id}/cancel`, undefined, keyed(key))

/** The request in an answer that must be successful. */
export const answered = async (response: Response): Promise<TransferRequest & { position: string }> => {
  const text = await response.text()
  expect(text).toMatch(/"requester_name"/)
  expect(response.status).toBe(200)
  return {
    ...TransferRequest.parse(JSON.parse(text)),
    position: response.headers.get(POSITION_HEADER) ?? '',
  }
}

/** A member's requests, at least as new as `position`. */
export const requestsOf = async (member: Browser, position?: string, query = '') => {
  const response = await member.fetch(
    `/api/wallet/transfer-requests${query}`,
    position === undefined ? {} : { headers: { [MIN_POSITION_HEADER]: position } },
  )
  expect(response.status).toBe(200)
  return requestOperations.listTransferRequests.response.parse(await response.json())
}

/** Status of one of the member's requests, as the lists show it. */
export const statusOf = async (member: Browser, id: string, position?: string): Promise<string> => {
  const { incoming_requests, outgoing_requests } = await requestsOf(member, position)
  return [...incoming_requests, ...outgoing_requests].find((one) => one.id === id)?.status ?? 'not listed'
}
