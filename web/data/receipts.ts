import { proofOperations } from '../../api/contract/proof.ts'
import type { ReceiptKind } from '../../api/contract/proof.ts'
import { call } from './client.ts'

/** What a receipt is wanted of: an event by its own id, or a piece of business. */
export interface ReceiptOf {
  readonly kind: ReceiptKind | 'event'
  readonly id: string
}

/** The receipt's file, as it is to be kept. Throws as `call` does. */
export const loadReceipt = async ({ kind, id }: ReceiptOf, signal?: AbortSignal): Promise<string> => {
  const cut = signal ? { signal } : {}
  if (kind === 'event') return (await call(proofOperations.getReceipt, { params: { id }, ...cut })).data
  return (await call(proofOperations.getReceiptOf, { params: { kind, id }, ...cut })).data
}
