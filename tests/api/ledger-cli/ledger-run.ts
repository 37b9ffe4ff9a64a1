import { runLedger } from '../../../api/ledger-cli/run.ts'

export interface Ran {
  readonly exit: number
  readonly out: string
  readonly error: string
}

/** Runs a command line of the auditor's tools on a database, in this process. */
export const ledgerOn =
  (databaseUrl: string) =>
  async (...args: readonly string[]): Promise<Ran> => {
    let out = ''
    let error = ''
    const exit = await runLedger(args, {
      env: { DATABASE_URL: databaseUrl },
      out: async (text) => {
        out += text
      },
      error: (text) => {
        error += text
      },
      isWatched: false,
    })
    return { exit, out, error }
  }
