import type { EncryptedText } from '../../events/wallet/events.ts'
import type { MessageKeys } from '../identity/message-keys.ts'
import type { PersonalData } from '../identity/personal-data.ts'

const DEPOSITS = `
  select id, method, currency, minor::text, fee_minor::text, status, code, created_at
  from read.deposit where member_id = $1 order by position`

const REQUESTS = `
  select id, requester_id, payer_id, minor::text as cents, message, status, requested_at, expires_at, answered_at,
    requested_position as position
  from read.transfer_request where requester_id = $1
  union all
  select id, requester_id, payer_id, minor::text, message, status, requested_at, expires_at, answered_at,
    requested_position
  from read.transfer_request where payer_id = $1
  order by position`

const PROPOSALS = `
  select id, title, description, proposal_type, status, opened_at, ends_at
  from read.proposal where creator_id = $1 order by position`

interface Request {
  readonly message: EncryptedText | null
  readonly position: unknown
}
interface Proposal {
  readonly title: EncryptedText
  readonly description: EncryptedText
}

/**
 * What the ledger says of a member outside their wallet: deposits, requests for money, proposals. It stays when
 * they leave, about an id; the words in it go with their key.
 */
export const ledgerData = ({ decrypt }: Pick<MessageKeys, 'decrypt'>): PersonalData => ({
  name: 'ledger_records',
  exportOf: async (client, memberId) => {
    const deposits = await client.query<Record<string, unknown>>(DEPOSITS, [memberId])
    const requests = await client.query<Request>(REQUESTS, [memberId])
    const proposals = await client.query<Proposal>(PROPOSALS, [memberId])
    return {
      deposits: deposits.rows,
      transfer_requests: await Promise.all(
        requests.rows.map(async ({ position: _position, message, ...request }) => ({
          ...request,
          message: message && (await decrypt(message)),
        })),
      ),
      proposals: await Promise.all(
        proposals.rows.map(async ({ title, description, ...proposal }) => ({
          ...proposal,
          title: await decrypt(title),
          description: await decrypt(description),
        })),
      ),
    }
  },
  erase: async () => {},
})
