import { accessTokenOperations } from './access-tokens.ts'
import { blockedOperations } from './blocked.ts'
import { billOperations } from './bills.ts'
import { caseOperations } from './cases.ts'
import { contactItemOperations } from './contact-items.ts'
import { contactOperations } from './contact-operations.ts'
import { credentialOperations } from './credentials.ts'
import { governanceOperations } from './governance.ts'
import { passkeyOperations } from './passkeys.ts'
import { poolOperations } from './pool-operations.ts'
import { identityCheckOperations } from './identity-check.ts'
import { liveOperations } from './live.ts'
import { helpOperations } from './help.ts'
import { memberOperations } from './members.ts'
import { notificationOperations } from './notifications.ts'
import { outcomeOperations } from './outcomes.ts'
import { depositOperations } from './deposits.ts'
import { fundingAccountOperations } from './funding-accounts.ts'
import { proofOperations } from './proof.ts'
import { profileOperations } from './profile.ts'
import { reportOperations } from './reports.ts'
import { requestOperations } from './requests.ts'
import { sandboxOperations } from './sandbox.ts'
import { securityOperations } from './security.ts'
import { sessionOperations } from './session.ts'
import { systemOperations } from './system.ts'
import { batchReadOperations } from './batch-reads.ts'
import { deviceOperations } from './device-operations.ts'
import { movementOperations } from './movements.ts'
import { walletOperations } from './wallet.ts'
import { withdrawalOperations } from './withdrawals.ts'
import { tokenOperations } from './token.ts'

/** Every call of the API, by its id. */
export const operations = {
  ...systemOperations,
  ...helpOperations,
  ...sessionOperations,
  ...securityOperations,
  ...passkeyOperations,
  ...accessTokenOperations,
  ...liveOperations,
  ...notificationOperations,
  ...memberOperations,
  ...walletOperations,
  ...movementOperations,
  ...caseOperations,
  ...withdrawalOperations,
  ...depositOperations,
  ...fundingAccountOperations,
  ...outcomeOperations,
  ...batchReadOperations,
  ...tokenOperations,
  ...governanceOperations,
  ...requestOperations,
  ...reportOperations,
  ...proofOperations,
  ...deviceOperations,
  ...profileOperations,
  ...credentialOperations,
  ...contactOperations,
  ...contactItemOperations,
  ...blockedOperations,
  ...poolOperations,
  ...billOperations,
  ...sandboxOperations,
  ...identityCheckOperations,
} as const
