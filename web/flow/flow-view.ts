import type { ReactNode } from 'react'
import type { Bound, OwnStep } from './machine.ts'

/** The texts and content of a flow's steps; the dialog renders what all flows share. */
export interface FlowView<Intent, Receipt, Form extends OwnStep> {
  /** Heading of each step; while the server is asked for the outcome it is the same for all flows. */
  readonly title: (state: Form | Exclude<Bound<Intent, Receipt>, { step: 'checking' }>) => string
  /** Why the main button of a step needs a connection. */
  readonly offline: string
  /** Whether it does; if not given: in every step before the outcome. */
  readonly needsConnection?: (state: Form | Bound<Intent, Receipt>) => boolean
  /** Content of a step that only this flow has. */
  readonly form?: (state: Form, formId: string) => ReactNode
  /** Its buttons. Each has its own React key: see `FlowButtons`. */
  readonly formButtons?: (state: Form, formId: string, offline: boolean) => ReactNode
  /** Null where the form is its own review. */
  readonly review: {
    /** Shows everything that confirming will do. */
    readonly draw: (intent: Intent) => ReactNode
    /** Heading of the reason why the last attempt did nothing. */
    readonly unsent: string
    /** The button that binds. */
    readonly confirm: (intent: Intent) => { readonly label: string; readonly danger?: boolean }
  } | null
  /** Text while the request is under way. */
  readonly processing: (intent: Intent) => ReactNode
  /** What was sent; the texts while the server is asked for its outcome, and after it has denied it for long enough. */
  readonly checking: (intent: Intent) => {
    readonly what: ReactNode
    readonly waiting: string
    readonly denied: string
    /** Labels of the buttons that discard it and that repeat it. */
    readonly discard: string
    readonly again: string
    /** Whether the flow's sentence for a failure is said too when the server answered that it failed. */
    readonly saysFailure?: true
  }
  readonly receipt: (intent: Intent, receipt: Receipt) => ReactNode
  /** What a failure has left as it was, said below its reason; without it the flow's sentence stands above the reason. */
  readonly untouched?: string
  /** Steps with the same name leave the focus where it is. */
  readonly focusStep?: (step: string) => string
}
