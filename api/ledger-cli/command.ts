import type { OpenLog } from './open-log.ts'

/** Parsed options of a command line. */
export interface Given {
  readonly positionals: readonly string[]
  readonly text: (name: string) => string | null
  readonly list: (name: string) => readonly string[]
  readonly flag: (name: string) => boolean
}

/** Context of a command. Results go to `out`, messages about its progress to `status`. */
export interface Context extends OpenLog {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly json: boolean
  readonly out: (text: string) => Promise<void>
  readonly status: (sentence: string) => void
  /** Reports progress from time to time. */
  readonly progress: (events: number, step?: { readonly of: number | null; readonly doing: string }) => void
}

/** Context of a command that needs no log. */
export type OfflineContext = Pick<Context, 'json' | 'out' | 'status'>

interface CommandBase {
  readonly name: string
  /** Its syntax, without `npm run ledger --`. */
  readonly usage: string
  /** One line for the list of commands. */
  readonly summary: string
  readonly help: string
  readonly options: Readonly<Record<string, 'text' | 'list' | 'flag'>>
  /** Options whose values are personal data or secrets: the operators' trail records `…` instead. */
  readonly unrecorded?: readonly string[]
  /** Number of arguments. */
  readonly takes: number
}

export type Command = CommandBase &
  (
    | {
        readonly run: (context: Context, given: Given) => Promise<void>
        /** Runs on a machine without a log if the options allow it; null when the log is needed. */
        readonly offline?: (context: OfflineContext, given: Given) => Promise<void> | null
      }
    /** The command never needs a log. */
    | { readonly run?: never; readonly offline: (context: OfflineContext, given: Given) => Promise<void> }
  )
