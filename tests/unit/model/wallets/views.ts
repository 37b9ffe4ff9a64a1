import type { UndeliveredTransfer } from '../../../../api/wallet/transfers.ts'
import type { DatedFact } from '../../../../events/audit/dated-fact.ts'

export const createWalletViews = () => {
  const members = new Set<string>()
  const transfers = new Map<string, UndeliveredTransfer & { readonly sentAt: string }>()

  return {
    note: ({ event, at, position }: DatedFact): void => {
      if (event.type === 'WalletOpened') members.add(event.data.memberId)
      if (event.type === 'TransferSent') {
        const { transferId, from } = event.data
        transfers.set(transferId, { transferId, from, sentAt: at, position })
      }
      if (event.type === 'TransferReceived' || event.type === 'TransferReturned')
        transfers.delete(event.data.transferId)
    },
    queries: {
      members: () => [...members],
      undelivered: (before: string) => [...transfers.values()].filter(({ sentAt }) => sentAt < before),
    },
  }
}
