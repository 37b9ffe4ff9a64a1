import type { OpenLog } from './open-log.ts'

/** The options of a command line as they were given. */
export interface Given {
  readonly positionals: readonly string[]
  readonly text: (name: string) => string | null
  readonly list: (name: string) => readonly string[]
  readonly flag: (name: string) => boolean
}

/** What a command works with. Results go to `out`, everything else to `note`. */
export interface Context extends OpenLog {
  readonly json: boolean
  readonly out: (text: string) => Promise<void>
  readonly note: (sentence: string) => void
  /** Tells how far it has come, now and then. */
  readonly progress: (events: number, step?: { readonly of: number | null; readonly doing: string }) => void
}

export interface Command {
  readonly name: string
  /** How it is called, without `npm run ledger --`. */
  readonly usage: string
  /** One line for the list of commands. */
  readonly summary: string
  readonly help: string
  readonly options: Readonly<Record<string, 'text' | 'list' | 'flag'>>
  /** How many arguments it takes. */
  readonly takes: number
  /** It does without a log. */
  readonly run: (context: Context, given: Given) => Promise<void>
}
