import { expect } from 'vitest'
import { usd } from '../../events/money.ts'
import type { RefusalCode } from '../../events/refusal-codes.ts'
import { Refusal } from '../../events/refusal.ts'
import { decide, type TransferRequestCommand } from '../../events/requests/decide.ts'
import type { TransferRequestEvent } from '../../events/requests/events.ts'
import {
  evolve,
  initialState,
  paymentIdOf,
  type TransferRequest,
} from '../../events/requests/transfer-request.ts'
import { ada, AT, grace, idOf } from './wallet-spec.ts'

export const REQUEST_ID = idOf('request')
export const EXPIRES_AT = '2026-01-31T12:00:00.000Z'
export const FIRST = idOf('first answer')
export const SECOND = idOf('second answer')
const transferId = paymentIdOf(REQUEST_ID)

/** Ada asks Grace. */
export const requestedCents = (cents: number): TransferRequestEvent => ({
  type: 'TransferRequested',
  data: {
    requestId: REQUEST_ID,
    requesterId: ada,
    payerId: grace,
    amount: { currency: 'USD', minor: String(cents) },
    message: null,
    expiresAt: EXPIRES_AT,
  },
})
export const requested = requestedCents(1_250)
export const approved = (answerId = FIRST): TransferRequestEvent => ({
  type: 'TransferRequestApproved',
  data: { requestId: REQUEST_ID, answerId, transferId },
})
export const fulfilled: TransferRequestEvent = {
  type: 'TransferRequestFulfilled',
  data: { requestId: REQUEST_ID, transferId },
}
export const failed = (reason: string, answerId = FIRST): TransferRequestEvent => ({
  type: 'TransferRequestFailed',
  data: { requestId: REQUEST_ID, answerId, reason },
})
export const declined = (answerId = FIRST): TransferRequestEvent => ({
  type: 'TransferRequestDeclined',
  data: { requestId: REQUEST_ID, answerId },
})
export const cancelled = (answerId = FIRST): TransferRequestEvent => ({
  type: 'TransferRequestCancelled',
  data: { requestId: REQUEST_ID, answerId },
})
export const expired: TransferRequestEvent = {
  type: 'TransferRequestExpired',
  data: { requestId: REQUEST_ID },
}

export const request = (cents: number, payerId = grace): TransferRequestCommand => ({
  type: 'request',
  requestId: REQUEST_ID,
  requesterId: ada,
  payerId,
  amount: usd(cents),
  message: null,
})
export const approve = (memberId = grace, answerId = SECOND): TransferRequestCommand => ({
  type: 'approve',
  memberId,
  answerId,
  provenAt: null,
})
export const decline = (memberId = grace, answerId = SECOND): TransferRequestCommand => ({
  type: 'decline',
  memberId,
  answerId,
})
export const cancel = (memberId = ada, answerId = SECOND): TransferRequestCommand => ({
  type: 'cancel',
  memberId,
  answerId,
})

export const foldRequest = (facts: readonly TransferRequestEvent[]): TransferRequest =>
  facts.reduce((state, fact) => evolve(state, fact, AT), initialState())

/** given(facts).when(command, at?).makes(facts) | .refuses(code) | .breaks() */
export const given = (...facts: TransferRequestEvent[]) => ({
  when: (command: TransferRequestCommand, at = AT) => {
    const act = () => decide(command, foldRequest(facts), at)
    return {
      makes: (...expected: TransferRequestEvent[]) => expect(act()).toEqual(expected),
      refuses: (code: RefusalCode, sentence?: RegExp) => {
        expect(act).toThrow(Refusal)
        expect(act).toThrow(
          expect.objectContaining({
            code,
            ...(sentence && { message: expect.stringMatching(sentence) }),
          }),
        )
      },
      /** Throws an error for what must never happen, which is not a `Refusal`. */
      breaks: () => {
        expect(act).toThrow(Error)
        expect(act).not.toThrow(Refusal)
      },
    }
  },
})
