import type { Biller } from '../../../../api/bills/biller.ts'
import { derivedId } from '../../../../events/ids.ts'
import { MEMBERS } from '../members.ts'

export const BILLER = 'tellepathy'

/** What a member owes for a month, in cents; zero in some months. */
export const owedFor = (member: string, period: string): bigint => {
  const n = BigInt(`0x${derivedId(member, period).slice(0, 6)}`)
  return n % 5n === 0n ? 0n : 300n + (n % 2_500n)
}

/** Bills every member by the month, whatever they do. */
export const modelBiller: Biller = {
  name: BILLER,
  title: 'Biller of the model',
  serves: async () => true,
  closingStatements: async () => [],
  statements: async (period, { after, limit }) =>
    MEMBERS.toSorted()
      .filter((member) => (after === null || member > after) && owedFor(member, period) > 0n)
      .slice(0, limit)
      .map((memberId) => ({
        memberId,
        period,
        lines: [{ item: 'plan:standard', reference: 'device', cents: owedFor(memberId, period) }],
      })),
}
