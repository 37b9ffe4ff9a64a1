import type { Pool, PoolClient } from 'pg'
import { HttpError } from '../http/errors.ts'

/** Whether the account is closed or being closed. */
export const isClosing = async (
  client: Pick<Pool | PoolClient, 'query'>,
  memberId: string,
): Promise<boolean> => {
  const { rowCount } = await client.query({
    name: 'account-is-closed',
    text: 'select 1 from app.erasure where member_id = $1',
    values: [memberId],
  })
  return rowCount !== 0
}

const closing = () =>
  new HttpError(409, 'account_closing', 'This account is being closed. Please try again in a minute.')

/**
 * For what is begun before it is checked: whoever begins something writes it, then asks here; a closing writes that it
 * begins, then looks for what was begun. So at least one of the two sees the other.
 * @throws {HttpError} 409 `account_closing`
 */
export const assertAccountOpen = async (
  client: Pick<Pool | PoolClient, 'query'>,
  memberId: string,
): Promise<void> => {
  if (await isClosing(client, memberId)) throw closing()
}

/**
 * Keeps the account from beginning to close until the transaction has ended.
 * @throws {HttpError} 409 `account_closing`
 */
export const holdAccountOpen = async (client: PoolClient, memberId: string): Promise<void> => {
  await client.query({
    name: 'account-hold-open',
    text: 'select 1 from app.member where id = $1 for key share',
    values: [memberId],
  })
  await assertAccountOpen(client, memberId)
}
