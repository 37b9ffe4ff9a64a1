import { useEffect, useEffectEvent } from 'react'
import { isClosed, type Keyed, type Outcome, type OwnStep } from './binding.ts'
import type { Flow } from './create-flow.ts'

/** Hears what came of each intent whose dialog closes by itself; what came of one before the page opened is no news. */
export const useConcluded = <Intent extends Keyed, Receipt, Form extends OwnStep, Own>(
  { store }: Flow<Intent, Receipt, Form, Own>,
  heard: (outcome: Outcome<Intent, Receipt>) => void,
): void => {
  const hear = useEffectEvent(heard)
  useEffect(
    () =>
      store.subscribe((state, before) => {
        if (isClosed(state) && state.last !== null && !isClosed(before)) hear(state.last)
      }),
    [store],
  )
}
