import * as z from 'zod/mini'
import { type BindingState, type Bound, type Closed, isBound, type Keyed, type OwnStep } from './machine.ts'

/** How a flow is stored through a reload and read back. */
export interface Saved<Intent, Receipt, Form extends OwnStep> {
  /** Raised when the shape changes: drafts of another version are dropped, intents of another one ignored. */
  readonly version: number
  /** The part of a state that survives a reload, as text; null when nothing should. */
  readonly savedOf: (state: BindingState<Intent, Receipt, Form>) => string | null
  /** The state to continue from; null when there is none or it is of another version or shape. */
  readonly restoredFrom: (text: string | null) => BindingState<Intent, Receipt, Form> | null
  /** An intent read back from the device; null when it is of another shape. */
  readonly savedIntentOf: (stored: unknown) => Intent | null
}

interface SavedParts<Intent, Receipt, Form extends OwnStep, StoredForm extends object> {
  readonly version: number
  readonly intent: z.ZodMiniType<Intent>
  /** Schema of the stored forms. */
  readonly form: z.ZodMiniType<StoredForm>
  /** What is stored of a step that only this flow has, or of a failure; null for nothing. */
  readonly storedFormOf: (
    state: Closed<Intent, Receipt> | Form | Extract<Bound<Intent, Receipt>, { step: 'error' }>,
  ) => StoredForm | null
  readonly formOf: (stored: StoredForm) => Form
  /** Whether the server can look up the outcome by key; an intent for which it can't is dropped on reload. */
  readonly isAskable?: (intent: Intent) => boolean
}

const jsonOf = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** Stores a flow's forms as `storedFormOf` defines, and a sent intent as one whose outcome must be looked up. */
export const savedBinding = <Intent extends Keyed, Receipt, Form extends OwnStep, StoredForm extends object>({
  version,
  intent: Intent,
  form,
  storedFormOf,
  formOf,
  isAskable = () => true,
}: SavedParts<Intent, Receipt, Form, StoredForm>): Saved<Intent, Receipt, Form> => {
  const Version = z.object({ version: z.literal(version) })
  const Sent = z.object({ step: z.enum(['review', 'checking']), intent: Intent })
  const textOf = (saved: object | null): string | null =>
    saved === null ? null : JSON.stringify({ version, ...saved })
  return {
    version,
    savedOf: (state) => {
      // Of a flow's own step with an intent only the intent is stored: what the step asks stays in memory.
      if (!isBound(state))
        return textOf('intent' in state ? { step: 'checking', intent: state.intent } : storedFormOf(state))
      const { intent, step } = state
      switch (step) {
        case 'review':
          return textOf({ step, intent })
        case 'processing':
        case 'checking':
          // After a reload nobody waits for the response any more: the outcome has to be looked up.
          return textOf(isAskable(intent) ? { step: 'checking', intent } : null)
        case 'success':
          return null
        case 'error':
          return textOf(storedFormOf(state))
        default:
          return step satisfies never
      }
    },
    restoredFrom: (text) => {
      const json = jsonOf(text)
      if (!Version.safeParse(json).success) return null
      const sent = Sent.safeParse(json)
      if (sent.success) {
        const { step, intent } = sent.data
        return step === 'review' ? { step, intent, problem: null } : { step, intent, mayRetry: false }
      }
      const parsed = form.safeParse(json)
      return parsed.success ? formOf(parsed.data) : null
    },
    savedIntentOf: (draft) => {
      const parsed = Intent.safeParse(draft)
      return parsed.success ? parsed.data : null
    },
  }
}
