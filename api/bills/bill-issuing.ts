import type { BaseLogger } from 'pino'
import type { Clock } from '../../events/ids.ts'
import type { Biller } from './biller.ts'
import type { BillStreams } from './bill-streams.ts'
import { issueBills, type IssueLog } from './issuing.ts'
import { createClaimed } from '../processes/claimed.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'

const EVERY_MS = 2_000
/** Pause before bills that could not be issued are tried again, ms. */
const AGAIN_MS = 60_000

/** Issues the bills of months that have ended. Any number of workers may run it at once. */
export const startBillIssuing = ({
  billers,
  firstMonth,
  bills,
  issueLog,
  clock,
  log,
}: {
  billers: readonly Biller[]
  /** The month in which the ledger begins; null while it is empty. */
  firstMonth: () => Promise<string | null>
  bills: BillStreams
  issueLog: IssueLog
  clock: Clock
  log: Pick<BaseLogger, 'info' | 'error'>
}): Recurring => {
  const claimed = createClaimed({ name: 'bill issuing', log })
  return recurring({
    name: 'bill issuing',
    everyMs: EVERY_MS,
    wokenBy: ['usage'],
    log,
    attempts: claimed,
    round: async () => {
      const first = await firstMonth()
      if (first === null) return
      let hasFailed = false
      const { failed } = await claimed.run(
        billers.map(({ name }) => name),
        1,
        async (name) => {
          const biller = billers.find((one) => one.name === name)
          if (!biller) throw new Error(`There is no biller ${name}`)
          const { run } = claimed
          const done = await issueBills({ biller, bills, log: issueLog, firstMonth: first, run, clock })
          if (done.issued > 0) log.info({ biller: name, bills: done.issued }, 'Issued bills')
          hasFailed ||= done.failed > 0
        },
      )
      return hasFailed || failed > 0 ? AGAIN_MS : undefined
    },
  })
}
