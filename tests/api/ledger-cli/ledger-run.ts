import { runLedger } from '../../../api/ledger-cli/run.ts'

export interface Ran {
  readonly exit: number
  readonly out: string
  readonly error: string
}

/** A command's progress, which it prints when it takes half a second. */
const PROGRESS = / a second\n$/

/** Runs a command line of the auditor's tools in this process, on a database or on an EventStoreDB beside it. */
export const ledgerOn =
  (databaseUrl: string, eventStoreUrl?: string, settings: Readonly<Record<string, string>> = {}) =>
  async (...args: readonly string[]): Promise<Ran> => {
    let out = ''
    let error = ''
    const exit = await runLedger(args, {
      env: { DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl, ...settings },
      out: async (text) => {
        out += text
      },
      error: (text) => {
        if (!PROGRESS.test(text)) error += text
      },
      isWatched: false,
    })
    return { exit, out, error }
  }
