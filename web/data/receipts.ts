import { proofOperations } from '../../api/contract/proof.ts'
import type { ReceiptKind } from '../../api/contract/proof.ts'
import { call } from './client.ts'

/** Subject of a receipt: an event by its own id, or a transfer, deposit, vote or bill. */
export interface ReceiptOf {
  readonly kind: ReceiptKind | 'event'
  readonly id: string
}

/** The receipt's file, unchanged. Rejects as `call` does. */
export const loadReceipt = async ({ kind, id }: ReceiptOf, signal?: AbortSignal): Promise<string> => {
  const cut = signal ? { signal } : {}
  if (kind === 'event') return (await call(proofOperations.getReceipt, { params: { id }, ...cut })).data
  return (await call(proofOperations.getReceiptOf, { params: { kind, id }, ...cut })).data
}
