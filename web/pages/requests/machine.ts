import type { TransferRequest } from '../../../api/contract/requests.ts'
import { type BindingEvent, bindingMachine, type BindingState, CLOSED } from '../../flow/binding.ts'

export type Action = 'approve' | 'decline' | 'cancel'

/** One answer to a request, or its taking back, under which idempotency key. */
export interface Answer {
  readonly request: TransferRequest
  readonly action: Action
  readonly key: string
}

/** Its receipt is the request as the server has it by now. */
export type AnswerState = BindingState<Answer, TransferRequest, never>
export type AnswerEvent = BindingEvent<Answer, TransferRequest, never>

/** Pure step of the flow. */
export const transition = bindingMachine<Answer, TransferRequest, never, never>({ behind: () => CLOSED })
