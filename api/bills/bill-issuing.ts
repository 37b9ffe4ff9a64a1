import type { BaseLogger } from 'pino'
import type { Clock } from '../../events/ids.ts'
import type { Biller } from './biller.ts'
import type { BillStreams } from './bill-streams.ts'
import { issueBills, type IssueLog } from './issuing.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'

const EVERY_MS = 2_000

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
}): Recurring =>
  recurring({
    name: 'bill issuing',
    everyMs: EVERY_MS,
    wokenBy: ['usage'],
    log,
    round: async () => {
      const first = await firstMonth()
      if (first === null) return
      for (const biller of billers) {
        const count = await issueBills({ biller, bills, log: issueLog, firstMonth: first, clock })
        if (count > 0) log.info({ biller: biller.name, bills: count }, 'Issued bills')
      }
    },
  })
