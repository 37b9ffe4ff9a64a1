import * as z from 'zod/mini'
import { bindingMachine, type Failure } from '../../../flow/machine.ts'
import { savedBinding } from '../../../flow/saved.ts'
import { AddValues } from './values.ts'

const Order = z.object({ draft: AddValues, key: z.uuid() })
/** One order of an eSIM, with the idempotency key that all its attempts use. */
export type Order = Readonly<z.infer<typeof Order>>

export interface Problem {
  /** Null when only fields have problems. */
  readonly reason: string | null
  /** Messages by field path, such as `device_info.model`. */
  readonly fields: Readonly<Record<string, string>>
}

/** The form, which is also the review. */
export interface Editing {
  readonly step: 'editing'
  readonly draft: AddValues
  readonly problem: Problem | null
}

export type OwnEvent =
  | { readonly type: 'opened'; readonly draft: AddValues }
  | { readonly type: 'drafted'; readonly draft: AddValues }
  | { readonly type: 'invalid'; readonly problem: Problem }

const editing = (draft: AddValues, problem: Problem | null = null): Editing => ({
  step: 'editing',
  draft,
  problem,
})

const problemOf = ({ message, reason, problems }: Failure): Problem => ({
  reason: reason ?? message,
  fields: problems,
})

/** Pure transition function. The dialog shows the submitted form until the order's outcome is known. */
export const transition = bindingMachine<Order, null, Editing, OwnEvent>({
  own: (state, event) => {
    if (state.step === 'closed') return event.type === 'opened' ? editing(event.draft) : null
    if (state.step !== 'editing') return null
    const { draft, problem } = state
    if (event.type === 'invalid') return editing(draft, event.problem)
    if (event.type !== 'drafted') return null
    // Field messages may be out of date after an edit.
    return editing(event.draft, problem === null ? null : { reason: problem.reason, fields: {} })
  },
  beforeReview: ({ draft }) => editing(draft),
  unsent: ({ draft }, message) => editing(draft, { reason: message, fields: {} }),
  concluded: (outcome) =>
    outcome.ok
      ? { step: 'closed', last: outcome }
      : editing(outcome.intent.draft, problemOf(outcome.failure)),
})

/** What survives a reload: the form's values, or the order, whose outcome is then requested by its key. */
export const saved = savedBinding({
  version: 2,
  intent: Order,
  form: { schema: z.object({ draft: AddValues }), restored: ({ draft }) => editing(draft) },
})
