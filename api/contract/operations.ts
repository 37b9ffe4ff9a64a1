import { billOperations } from './bills.ts'
import { contactOperations } from './contacts.ts'
import { didOperations } from './credentials.ts'
import { governanceOperations } from './governance.ts'
import { investmentOperations } from './pools.ts'
import { liveOperations } from './live.ts'
import { memberOperations } from './members.ts'
import { outcomeOperations } from './outcomes.ts'
import { paymentOperations } from './deposits.ts'
import { proofOperations } from './proof.ts'
import { profileOperations } from './profile.ts'
import { reportOperations } from './reports.ts'
import { requestOperations } from './requests.ts'
import { sandboxOperations } from './sandbox.ts'
import { securityOperations } from './security.ts'
import { sessionOperations } from './session.ts'
import { systemOperations } from './system.ts'
import { telecomOperations } from './devices.ts'
import { walletOperations } from './wallet.ts'
import { yutOperations } from './token.ts'

/** Every call of the API, by its id. */
export const operations = {
  ...systemOperations,
  ...sessionOperations,
  ...securityOperations,
  ...liveOperations,
  ...memberOperations,
  ...walletOperations,
  ...paymentOperations,
  ...outcomeOperations,
  ...yutOperations,
  ...governanceOperations,
  ...requestOperations,
  ...reportOperations,
  ...proofOperations,
  ...telecomOperations,
  ...profileOperations,
  ...didOperations,
  ...contactOperations,
  ...investmentOperations,
  ...billOperations,
  ...sandboxOperations,
} as const
