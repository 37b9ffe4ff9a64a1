import { depositsForExport } from '../../projections/deposits/queries.ts'
import { proposalsForExport } from '../../projections/governance/queries.ts'
import { requestsForExport } from '../../projections/requests/queries.ts'
import type { MessageKeys } from '../identity/message-keys.ts'
import type { PersonalData } from '../identity/personal-data.ts'

/**
 * What the ledger says of a member outside their wallet: deposits, requests for money, proposals. It stays when
 * they leave, about an id; the words in it go with their key.
 */
export const ledgerData = ({ decrypt }: Pick<MessageKeys, 'decrypt'>): PersonalData => ({
  name: 'ledger_records',
  exportOf: async (client, memberId) => {
    const deposits = await depositsForExport(client, memberId)
    const requests = await requestsForExport(client, memberId)
    const proposals = await proposalsForExport(client, memberId)
    return {
      deposits,
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
