import { systemClock } from '../../events/ids.ts'
import { momentOf, type Moment } from '../../events/moment.ts'
import { formatMinor } from '../../events/money.ts'
import type { StatementMark } from '../../events/wallet/statement.ts'
import { LedgerAccount, type BalancesAsOf, type StatementAsOf } from '../contract/reports.ts'
import { operations } from '../contract/operations.ts'
import { HttpError } from '../http/errors.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { reply } from '../http/reply.ts'
import { placeOf } from '../http/paging.ts'
import type { ReportArea } from './context.ts'
import { createStatementMarks, walkStatement, type StatementMarks, type Walked } from './statement-marks.ts'

const unanswerable = (sentence: string) =>
  new HttpError(422, 'cannot_be_answered', sentence, { fields: { at: sentence } })

const parsed = (text: string): Moment => {
  const moment = momentOf(text, 'end')
  if (moment) return moment
  const sentence = 'There is no such day or time.'
  throw new HttpError(400, 'invalid_request', sentence, { fields: { at: sentence } })
}

type AsOfArea = Pick<ReportArea, 'store'> & { readonly marks: StatementMarks }
type Found = Walked & { readonly end: StatementMark }

/**
 * A member's wallet in the ledger at a moment, and its last entries, at least one.
 * @throws {HttpError} 422 when there is no wallet at that moment, which differs from an empty one
 */
const walletAt = async (
  area: AsOfArea,
  memberId: string,
  at: string | undefined,
  keep: number,
): Promise<Found> => {
  const moment = at === undefined ? null : parsed(at)
  if (moment?.kind === 'position') {
    const head = await area.store.head()
    if (moment.position > head)
      throw unanswerable(
        `The ledger ends at position ${head} and has nothing to say of ${moment.position} yet.`,
      )
  }
  // Compared with the real time, by which the store dates events.
  if (moment?.kind === 'time' && at !== undefined && isYetToCome(moment.time, at))
    throw unanswerable(`${at} has not come yet.`)
  const { end, ...walked } = await walkStatement(area, memberId, moment, keep)
  if (end) return { ...walked, end }
  throw unanswerable(
    at === undefined
      ? 'You have no wallet yet.'
      : `You had no wallet yet at ${at}: give a later position or time.`,
  )
}

/** Today is allowed although its end is in the future: it means today so far. */
const isYetToCome = (time: string, given: string): boolean => {
  const now = systemClock().toISOString()
  return given.length === 10 ? given > now.slice(0, 10) : time > now
}

const lastOf = ({ end, recordedAt }: Found) => ({
  position: end.position.toString(),
  recorded_at: recordedAt,
})

const balancesOf = (memberId: string, found: Found): BalancesAsOf => {
  const prefix = `liability:member:${memberId}:`
  const balances = new Map(
    found.end.balances.map(({ account, currency, minor }) => [
      account.slice(prefix.length),
      {
        account: LedgerAccount.parse(account.slice(prefix.length)),
        currency,
        amount: formatMinor(currency, -minor),
        amount_minor: (-minor).toString(),
      },
    ]),
  )
  const ordered = LedgerAccount.options.flatMap((account) => balances.get(account) ?? [])
  return { ...lastOf(found), events: Number(found.end.revision) + 1, balances: ordered }
}

const pageOf = async (
  area: AsOfArea,
  memberId: string,
  { at, limit, cursor }: { at?: string | undefined; limit: number; cursor?: string | undefined },
): Promise<StatementAsOf> => {
  const found = await walletAt(area, memberId, at, limit)
  const before = placeOf(cursor)
  const { entries } =
    before === undefined || before > found.end.position
      ? found
      : await walkStatement(area, memberId, { kind: 'position', position: before - 1n }, limit)
  const [first] = entries
  return {
    ...lastOf(found),
    entries: entries.toReversed().map(({ recorded, lines }) => ({
      position: recorded.position.toString(),
      event_id: recorded.id,
      type: recorded.type,
      recorded_at: recorded.recordedAt,
      lines: lines.map(({ account, currency, minor, balance }) => ({
        account: LedgerAccount.parse(account),
        currency,
        amount: formatMinor(currency, minor),
        balance: formatMinor(currency, balance),
      })),
    })),
    next_cursor: first && first.recorded.revision > 0n ? first.recorded.position.toString() : null,
  }
}

/** Balances and statements at any moment, read from the ledger itself instead of a read model. */
export const registerAsOf = (
  api: ApiRouter,
  { store, heavyPool }: Pick<ReportArea, 'store' | 'heavyPool'>,
): void => {
  const area = { store, marks: createStatementMarks(heavyPool) }
  registerOperation(api, operations.getBalancesAsOf, async ({ member, query }) =>
    reply(balancesOf(member.id, await walletAt(area, member.id, query.at, 1)), { asOf: systemClock() }),
  )
  registerOperation(api, operations.getStatementAsOf, async ({ member, query }) =>
    reply(await pageOf(area, member.id, query), { asOf: systemClock() }),
  )
}
