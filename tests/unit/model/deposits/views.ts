import type { DatedFact } from '../../../../events/audit/dated-fact.ts'

interface KnownDeposit {
  succeeded: boolean
  credited: boolean
  returned: boolean
  reversed: boolean
  at: string
}

export const createDepositViews = () => {
  const deposits = new Map<string, KnownDeposit>()

  const change = (id: string, at: string, by: Partial<KnownDeposit>): void => {
    const known = deposits.get(id) ?? { succeeded: false, credited: false, returned: false, reversed: false }
    deposits.set(id, { ...known, ...by, at })
  }

  return {
    note: ({ event: { type, data }, at }: DatedFact): void => {
      if (type === 'DepositInitiated') change(data.depositId, at, {})
      if (type === 'DepositSucceeded') change(data.depositId, at, { succeeded: true })
      if (type === 'DepositReturned') change(data.depositId, at, { returned: true })
      if (type === 'DepositCredited' && data.source !== 'bank') change(data.depositId, at, { credited: true })
      if (type === 'DepositReversed') change(data.depositId, at, { reversed: true })
    },
    queries: {
      deposits: () => [...deposits.keys()].map((id) => ({ id })),
      unsettledDeposits: (before: string) =>
        [...deposits]
          .filter(([, { succeeded, credited, returned, reversed, at }]) => {
            return succeeded && (!credited || (returned && !reversed)) && at < before
          })
          .map(([id]) => id),
    },
  }
}
