import type { ReactNode } from 'react'
import type { Bound, Failure, OwnStep } from './binding.ts'

/** What a flow says and draws in each step; what the steps have in common is drawn by the dialog. */
export interface FlowView<Intent, Receipt, Form extends OwnStep> {
  /** Heading of each step; while the server is asked it is the same for all. */
  readonly title: (state: Form | Exclude<Bound<Intent, Receipt>, { step: 'checking' }>) => string
  /** Why a step can't be left by its main button without a connection; null where it can. */
  readonly offline: (state: Form | Bound<Intent, Receipt>) => string | null
  /** Content of a step of the flow's own. */
  readonly form: (state: Form, formId: string) => ReactNode
  /** Its buttons. Each has a key of its own: see `FlowButtons`. */
  readonly formButtons: (state: Form, formId: string, offline: boolean) => ReactNode
  /** Null where the form is its own review. */
  readonly review: {
    /** Everything that will happen, before it does. */
    readonly draw: (intent: Intent) => ReactNode
    /** Heading of the reason why the attempt before came to nothing. */
    readonly unsent: string
    /** The button that binds. */
    readonly confirm: (intent: Intent) => { readonly label: string; readonly danger?: boolean }
  } | null
  /** What is under way. */
  readonly going: (intent: Intent) => ReactNode
  /** What was sent; what is said while the server is asked, and once it has denied it for long enough. */
  readonly checking: (intent: Intent) => {
    readonly what: ReactNode
    readonly waiting: string
    readonly denied: string
    /** Labels of the buttons that give it up and that repeat it. */
    readonly discard: string
    readonly again: string
  }
  readonly receipt: (intent: Intent, receipt: Receipt) => ReactNode
  readonly failure?: (failure: Failure) => ReactNode
  /** Steps between which the focus stays where it is have one name. */
  readonly focusStep?: (step: string) => string
}
