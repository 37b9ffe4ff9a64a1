import { parseLedgerEvent } from '../../events/ledger-event.ts'
import { postings } from '../../events/postings.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { memberAccount, stakeAccount } from '../../events/accounts.ts'
import type { CurrentUser } from '../../api/contract/session.ts'
import type { BankOperation } from './bank.ts'

/** What the histories' own commands bring into the log. */
const OWN = new Set(['TransferSent', 'TransferReceived', 'YutStaked', 'YutUnstaked'])

/** What came into the members' accounts or left them by nobody's request, such as interest at midnight, at any time. */
export const otherMoney = async (
  store: Pick<EventStore, 'readAll'>,
  after: bigint,
  members: readonly Pick<CurrentUser, 'id' | 'handle'>[],
): Promise<BankOperation[]> => {
  const names = new Map<string, string>(
    members.flatMap(({ id, handle }) => [
      [memberAccount(id, 'USD'), `${handle}:usd`],
      [memberAccount(id, 'YUT'), `${handle}:yut`],
      [stakeAccount(id), `${handle}:yut:staked`],
    ]),
  )
  const found: BankOperation[] = []
  for await (const recorded of store.readAll({ after })) {
    const event = parseLedgerEvent(recorded)
    if (OWN.has(event.type)) continue
    const changes = postings(event).flatMap(({ account, minor }) => {
      const name = names.get(account)
      return name === undefined ? [] : [[name, -minor] as const]
    })
    if (changes.length === 0) continue
    found.push({
      name: `${event.type} at ${recorded.position}`,
      step: { kind: 'moved', changes: new Map(changes) },
      calledAt: 0,
      returnedAt: Infinity,
      hint: Number(recorded.position),
    })
  }
  return found
}
