import type { BaseLogger } from 'pino'
import { recurring, type Recurring } from './recurring.ts'

const EVERY_MS = 15 * 60_000

/** Deletes expired rows, such as sessions and abandoned sign-ins. Never anything of the ledger. */
export const startHousekeeping = ({
  purges,
  log,
}: {
  purges: readonly (() => Promise<number>)[]
  log: Pick<BaseLogger, 'error'>
}): Recurring =>
  recurring({
    name: 'housekeeping',
    everyMs: EVERY_MS,
    log,
    round: async () => {
      await Promise.all(purges.map((purge) => purge()))
    },
  })
