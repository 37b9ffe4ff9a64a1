import type { Pool, PoolClient } from 'pg'
import { derivedId } from '../../events/ids.ts'
import type { Token } from '../../events/wallet/events.ts'
import { addNotifications, type NotificationFacts } from '../notifying/notifying.ts'

/** An account that is closing. Times are of the clock for money. */
export interface AccountClosing {
  readonly memberId: string
  readonly id: string
  readonly begunAt: Date
  /** The step-up that covers its payments. */
  readonly provenAt: Date
  /** The saved account that dollars go to; null: there were none. */
  readonly bankAccountId: string | null
  readonly givesUp: readonly Token[]
  /** Ids of the members whom tokens are sent to. */
  readonly sendsTo: Readonly<Record<Token, string | null>>
  /** Payments that have ended. */
  readonly payments: number
  readonly isPaying: boolean
}

const COLUMNS = `member_id as "memberId", id, begun_at as "begunAt", proven_at as "provenAt",
  bank_account_id as "bankAccountId", gives_up as "givesUp",
  jsonb_build_object('USDC', sends_usdc_to, 'YUT', sends_yut_to) as "sendsTo", payments, is_paying as "isPaying"`

const BEGIN = `
  insert into app.account_closing (member_id, id, begun_at, proven_at, bank_account_id, gives_up, sends_usdc_to,
    sends_yut_to, next_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $3) on conflict (member_id) do nothing`

/** When the next one is looked at, for `untilNextDue`. */
export const NEXT_CLOSING = {
  name: 'account-closing-next',
  text: 'select min(next_at) as at from app.account_closing',
}

/** Begins one; false when the account is closing already. */
export const beginClosing = async (
  pool: Pool,
  {
    memberId,
    id,
    begunAt,
    provenAt,
    bankAccountId,
    givesUp,
    sendsTo,
  }: Omit<AccountClosing, 'payments' | 'isPaying'>,
): Promise<boolean> => {
  const values = [memberId, id, begunAt, provenAt, bankAccountId, givesUp, sendsTo.USDC, sendsTo.YUT]
  return (await pool.query(BEGIN, values)).rowCount === 1
}

type Queries = Pick<Pool | PoolClient, 'query'>
const CLOSING_OF = `select ${COLUMNS} from app.account_closing where member_id = $1`

const reading =
  (query: { readonly name: string; readonly text: string }) =>
  async (client: Queries, memberId: string): Promise<AccountClosing | null> =>
    (await client.query<AccountClosing>({ ...query, values: [memberId] })).rows[0] ?? null

export const closingOf = reading({ name: 'account-closing-of', text: CLOSING_OF })

/** The same, for nobody else to change until the transaction has ended. */
export const lockClosing: (client: PoolClient, memberId: string) => Promise<AccountClosing | null> = reading({
  name: 'account-closing-lock',
  text: `${CLOSING_OF} for update`,
})

/** Members whose closing is due, or whose payment is under way. */
export const dueClosings = async (pool: Pool, now: Date, limit: number): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ id: string }>({
    name: 'account-closings-due',
    text: `select member_id as id from app.account_closing where next_at <= $1 or is_paying order by next_at limit $2`,
    values: [now, limit],
  })
  return rows.map(({ id }) => id)
}

/** Notes when it is looked at again, and how far its payments are. */
export const waitUntil = (
  client: PoolClient,
  { memberId, payments, isPaying }: Pick<AccountClosing, 'memberId' | 'payments' | 'isPaying'>,
  nextAt: Date,
) =>
  client.query({
    name: 'account-closing-waits',
    text: 'update app.account_closing set next_at = $2, payments = $3, is_paying = $4 where member_id = $1',
    values: [memberId, nextAt, payments, isPaying],
  })

/** Has it looked at later, whatever it is at. */
export const putOff = (pool: Pool, memberId: string, nextAt: Date) =>
  pool.query('update app.account_closing set next_at = $2 where member_id = $1', [memberId, nextAt])

/** The account stays open. */
export const endClosing = (client: PoolClient, memberId: string) =>
  client.query('delete from app.account_closing where member_id = $1', [memberId])

/** The key of a closing's current payment. */
export const paymentKeyOf = ({ id, payments }: Pick<AccountClosing, 'id' | 'payments'>): string =>
  derivedId('closing payment', id, String(payments))

type ClosingNotification = Omit<Extract<NotificationFacts, { readonly kind: 'closing' }>, 'kind'>

/** Tells the member once; `of` what, where a closing may say it several times. */
export const tellClosing = (
  client: Pool | PoolClient,
  { memberId, id }: Pick<AccountClosing, 'memberId' | 'id'>,
  facts: ClosingNotification,
  at: Date,
  of: string = id,
): Promise<void> =>
  addNotifications(client, [
    {
      memberId,
      subject: `${of} ${facts.state}`,
      facts: { kind: 'closing', ...facts },
      at: at.toISOString(),
    },
  ])
