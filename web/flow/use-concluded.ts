import { useEffect, useEffectEvent } from 'react'
import { isClosed, type Keyed, type Outcome, type OwnStep } from './machine.ts'
import type { Flow } from './create-flow.ts'

/**
 * Calls `onOutcome` with the outcome of each intent whose dialog closes by itself, but not with one from before the
 * page opened.
 */
export const useConcluded = <Intent extends Keyed, Receipt, Form extends OwnStep, Own>(
  { store }: Flow<Intent, Receipt, Form, Own>,
  onOutcome: (outcome: Outcome<Intent, Receipt>) => void,
): void => {
  const callBack = useEffectEvent(onOutcome)
  useEffect(
    () =>
      store.subscribe((state, before) => {
        if (isClosed(state) && state.last !== null && !isClosed(before)) callBack(state.last)
      }),
    [store],
  )
}
