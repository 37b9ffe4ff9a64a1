import { expect } from 'vitest'
import { ErrorBody } from '../../api/contract/errors.ts'
import { IDEMPOTENCY_KEY_HEADER, MIN_POSITION_HEADER, POSITION_HEADER } from '../../api/contract/operation.ts'
import { Transfer, TransferReceipt, WalletOverview, walletOperations } from '../../api/contract/wallet.ts'
import type { Browser } from './browser.ts'

/** Body of the unified transfer, as a member's browser sends it. */
export interface UnifiedBody {
  readonly to_user_identifier: string
  readonly currency: string
  readonly amount: string
  readonly message?: string
}

export const keyed = (key: string): Record<string, string> => ({ [IDEMPOTENCY_KEY_HEADER]: key })

/** Sends money; fails the test unless it is acknowledged. */
export const sends = async (
  from: Browser,
  body: UnifiedBody,
  headers: Record<string, string> = {},
): Promise<TransferReceipt> => {
  const response = await from.post('/api/wallet/transfer', body, headers)
  const text = await response.text()
  expect(text).toMatch(/"transfer_id"/)
  expect(response.status).toBe(201)
  const receipt = TransferReceipt.parse(JSON.parse(text))
  expect(response.headers.get(POSITION_HEADER)).toBe(receipt.position)
  return receipt
}

const at = (position: string | undefined): RequestInit =>
  position === undefined ? {} : { headers: { [MIN_POSITION_HEADER]: position } }

const parsed = async <T>(response: Response, schema: { parse: (value: unknown) => T }): Promise<T> => {
  expect(response.status).toBe(200)
  return schema.parse(await response.json())
}

/** The member's balances, at least as new as `position`. */
export const walletOf = async (member: Browser, position?: string) => {
  const overview = await parsed(await member.fetch('/api/wallet', at(position)), WalletOverview)
  const balance = (currency: string) => overview.wallets.find((one) => one.currency === currency)?.balance
  return { overview, usd: balance('USD'), usdc: balance('USDC'), yut: overview.yut.balance }
}

export const transferOf = async (member: Browser, id: string, position?: string): Promise<Transfer> =>
  parsed(await member.fetch(`/api/wallet/transfers/${id}`, at(position)), Transfer)

export const pageOf = async (member: Browser, query: string, position?: string) =>
  parsed(
    await member.fetch(`/api/wallet/transactions${query}`, at(position)),
    walletOperations.listTransactions.response,
  )

/** Status and body of an answer that must be a refusal, without internal details such as paths. */
export const refusal = async (response: Response): Promise<{ status: number } & ErrorBody> => {
  const text = await response.text()
  expect(text).not.toMatch(/node_modules|\.ts:|\\n +at /)
  const body = ErrorBody.parse(JSON.parse(text))
  expect(body.error).toMatch(/\w+ \w+/)
  return { status: response.status, ...body }
}
