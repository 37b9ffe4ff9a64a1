import type { TransferRequest } from '../../../api/contract/requests.ts'
import { type BindingEvent, bindingMachine, type BindingState, CLOSED } from '../../flow/binding.ts'

export type Action = 'approve' | 'decline' | 'cancel'

/** One answer to a request, or its cancellation, with its idempotency key. */
export interface Answer {
  readonly request: TransferRequest
  readonly action: Action
  readonly key: string
}

/** The receipt is the request in its new state. */
export type AnswerState = BindingState<Answer, TransferRequest, never>
export type AnswerEvent = BindingEvent<Answer, TransferRequest, never>

/** Pure transition function of the flow. */
export const transition = bindingMachine<Answer, TransferRequest, never, never>({
  beforeReview: () => CLOSED,
})
