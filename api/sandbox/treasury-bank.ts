import { createHmac } from 'node:crypto'
import type { TreasuryBank } from '../wallet/treasury-bank.ts'

/** A test routing number whose ABA checksum holds. */
const ROUTING_NUMBER = '110000000'

/**
 * Sandbox: no money is held anywhere. Accounts and their numbers follow from the member id and a secret,
 * so that they need no storage and differ between installations.
 */
export const createSandboxTreasuryBank = ({ secret }: { secret: string }): TreasuryBank => {
  const digest = (text: string) => createHmac('sha256', secret).update(text).digest()
  return {
    openAccount: async (memberId) => ({
      accountId: `fa_sandbox_${digest(`account ${memberId}`).toString('hex').slice(0, 24)}`,
    }),
    addressOf: async (accountId) => ({
      routingNumber: ROUTING_NUMBER,
      accountNumber: (digest(`number ${accountId}`).readBigUInt64BE() % 10_000_000_000n)
        .toString()
        .padStart(12, '0'),
    }),
  }
}
