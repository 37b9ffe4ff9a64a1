import * as z from 'zod/mini'
import { type BindingState, isBound, type Keyed, type OwnStep } from './machine.ts'

/** How a flow is stored through a reload and read back. */
export interface Saved<Intent, Form extends OwnStep> {
  /** Raised when the shape changes: drafts of another version are dropped, intents of another one ignored. */
  readonly version: number
  /** The part of a state that survives a reload, as text; null when nothing should. */
  readonly savedOf: (state: BindingState<Intent, unknown, Form>) => string | null
  /** The state to continue from; null when there is none or it is of another version or shape. */
  readonly restoredFrom: (text: string | null) => BindingState<Intent, never, Form> | null
  /** An intent read back from the device; null when it is of another shape. */
  readonly savedIntentOf: (stored: unknown) => Intent | null
}

interface SavedParts<Intent, Form extends OwnStep, StoredForm extends object> {
  readonly version: number
  readonly intent: z.ZodMiniType<Intent>
  /** The forms, for a flow that has some. Of a form is stored what `schema` describes, and nothing if that is not in it. */
  readonly form?: {
    readonly schema: z.ZodMiniType<StoredForm>
    readonly restored: (stored: StoredForm) => Form
    /** The stored form of a refused intent, if it is not part of the intent itself. */
    readonly ofRefused?: (intent: Intent) => StoredForm | null
  }
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

/** Stores a flow's forms, and a sent intent as one whose outcome must be looked up. */
export const savedBinding = <
  Intent extends Keyed,
  Form extends OwnStep = never,
  StoredForm extends object = never,
>({
  version,
  intent: Intent,
  form,
  isAskable = () => true,
}: SavedParts<Intent, Form, StoredForm>): Saved<Intent, Form> => {
  const Version = z.object({ version: z.literal(version) })
  const Sent = z.object({ step: z.enum(['review', 'checking']), intent: Intent })
  const storedIn = (value: unknown): StoredForm | null => form?.schema.safeParse(value).data ?? null
  const textOf = (saved: object | null): string | null =>
    saved === null ? null : JSON.stringify({ version, ...saved })
  return {
    version,
    savedOf: (state) => {
      // Of a flow's own step with an intent only the intent is stored: what the step asks stays in memory.
      if (!isBound(state))
        return textOf('intent' in state ? { step: 'checking', intent: state.intent } : storedIn(state))
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
          return textOf(form?.ofRefused ? form.ofRefused(intent) : storedIn(intent))
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
      const stored = storedIn(json)
      return stored === null || form === undefined ? null : form.restored(stored)
    },
    savedIntentOf: (draft) => {
      const parsed = Intent.safeParse(draft)
      return parsed.success ? parsed.data : null
    },
  }
}
