import { memberOperations } from './members.ts'
import { paymentOperations } from './payments.ts'
import { sessionOperations } from './session.ts'
import { systemOperations } from './system.ts'
import { walletOperations } from './wallet.ts'

/** Every call of the API, by its id. */
export const operations = {
  ...systemOperations,
  ...sessionOperations,
  ...memberOperations,
  ...walletOperations,
  ...paymentOperations,
} as const
