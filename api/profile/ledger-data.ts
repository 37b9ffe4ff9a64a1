import { depositsForExport } from '../../projections/deposits/queries.ts'
import { proposalsForExport } from '../../projections/governance/queries.ts'
import { requestsForExport } from '../../projections/requests/queries.ts'
import { withdrawalsForExport } from '../../projections/withdrawals/queries.ts'
import type { MessageKeys } from '../identity/message-keys.ts'
import type { PersonalData } from '../identity/personal-data.ts'

/**
 * The member's ledger data outside their wallet: deposits, withdrawals, requests for money, proposals. It remains after erasure
 * under the member's id; the text in it becomes unreadable when the member's key is destroyed.
 */
export const ledgerData = ({ decrypt }: Pick<MessageKeys, 'decrypt'>): PersonalData => ({
  name: 'ledger_records',
  exportOf: async (client, memberId) => {
    const deposits = await depositsForExport(client, memberId)
    const requests = await requestsForExport(client, memberId)
    const proposals = await proposalsForExport(client, memberId)
    return {
      deposits,
      withdrawals: await withdrawalsForExport(client, memberId),
      transfer_requests: await Promise.all(
        requests.map(async ({ position: _position, message, ...request }) => ({
          ...request,
          message: message && (await decrypt(message)),
        })),
      ),
      proposals: await Promise.all(
        proposals.map(async ({ title, description, ...proposal }) => ({
          ...proposal,
          title: await decrypt(title),
          description: await decrypt(description),
        })),
      ),
    }
  },
  erase: async () => {},
})
