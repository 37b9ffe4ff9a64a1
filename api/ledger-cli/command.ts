import type { OpenLog } from './open-log.ts'

/** The options of a command line as they were given. */
export interface Given {
  readonly positionals: readonly string[]
  readonly text: (name: string) => string | null
  readonly list: (name: string) => readonly string[]
  readonly flag: (name: string) => boolean
}

/** What a command works with. Results go to `out`, how it goes to `status`. */
export interface Context extends OpenLog {
  /** Environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly json: boolean
  readonly out: (text: string) => Promise<void>
  readonly status: (sentence: string) => void
  /** Tells how far it has come, now and then. */
  readonly progress: (events: number, step?: { readonly of: number | null; readonly doing: string }) => void
}

/** What a command works with that needs no log. */
export type OfflineContext = Pick<Context, 'json' | 'out' | 'status'>

interface CommandBase {
  readonly name: string
  /** How it is called, without `npm run ledger --`. */
  readonly usage: string
  /** One line for the list of commands. */
  readonly summary: string
  readonly help: string
  readonly options: Readonly<Record<string, 'text' | 'list' | 'flag'>>
  /** Options whose values are personal data or secrets: the operators' trail keeps `…` instead. */
  readonly unrecorded?: readonly string[]
  /** How many arguments it takes. */
  readonly takes: number
}

export type Command = CommandBase &
  (
    | {
        readonly run: (context: Context, given: Given) => Promise<void>
        /** What of it needs no log, on a machine that has none; null where the log is needed. */
        readonly offline?: (context: OfflineContext, given: Given) => Promise<void> | null
      }
    /** All of it needs no log. */
    | { readonly run?: never; readonly offline: (context: OfflineContext, given: Given) => Promise<void> }
  )
