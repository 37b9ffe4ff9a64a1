import { refreshRequests } from '../../data/requests.ts'
import { askUntilKnown } from '../../flow/ask-by-key.ts'
import { createFlow, type Flow, type FlowMember, onePerMember } from '../../flow/create-flow.ts'
import { refreshMoney } from '../../flow/money.ts'
import { askHowItStands, give } from './answer.ts'
import { type Answer, type AnswerEvent, type AnswerState, transition } from './machine.ts'
import { restoredFrom, savedOf } from './saved.ts'

export type AnswerFlow = Flow<AnswerState, AnswerEvent>
type Dispatch = AnswerFlow['dispatch']

const refreshAll = (position: string | undefined): void => {
  refreshMoney(position)
  refreshRequests()
}

const process = async (answer: Answer, dispatch: Dispatch): Promise<void> => {
  const { event, position } = await give(answer)
  // Also after a refusal: the request may have been answered elsewhere.
  refreshAll(position)
  dispatch(event)
}

const check = async (answer: Answer, signal: AbortSignal, dispatch: Dispatch): Promise<void> => {
  const { key } = answer
  const request = await askUntilKnown(
    () => askHowItStands(answer, signal),
    signal,
    () => dispatch({ type: 'denied', key }),
  )
  if (request === null) return
  refreshAll(undefined)
  dispatch({ type: 'arrived', key, request })
}

const createAnswerFlow = (member: FlowMember): AnswerFlow =>
  createFlow<AnswerState, AnswerEvent>({
    member,
    name: 'answer',
    initial: { step: 'closed' },
    transition,
    savedOf,
    restored: (text) => {
      const state = restoredFrom(text)
      return state === null ? null : { type: 'restored', state }
    },
    enter: async (state, _before, signal, dispatch) => {
      if (state.step === 'processing') await process(state.answer, dispatch)
      else if (state.step === 'checking') await check(state.answer, signal, dispatch)
    },
  })

/** The signed-in member's flow. */
export const answerFlowOf = onePerMember(createAnswerFlow)
