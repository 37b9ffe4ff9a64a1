import * as fc from 'fast-check'
import { MEMBERS } from '../members.ts'
import { nth, rightly, type Wish, type Wishes } from '../wish.ts'

export const BILL_PROCESSES = [
  'issue bills',
  'pay bills',
  'finish bill payments',
  'note bills past due',
] as const
export type BillProcess = (typeof BILL_PROCESSES)[number]

export type BillIntent =
  | { readonly do: 'pay bill'; readonly member: string; readonly billId: string; readonly key: string }
  /** Whether auto-pay may take from the wallet what pools lack. */
  | { readonly do: 'set bills from wallet'; readonly member: string; readonly allowed: boolean }

export const billWishes = (member: fc.Arbitrary<string>): Wishes<BillIntent> => [
  [
    6,
    fc.tuple(fc.nat(), rightly).map(([n, isRight]): Wish<BillIntent> => ({ bills, key }) => {
      const bill = nth(bills, n)
      if (!bill) return null
      const stranger = MEMBERS.find((one) => one !== bill.memberId) ?? ''
      return { do: 'pay bill', member: isRight ? bill.memberId : stranger, billId: bill.id, key }
    }),
  ],
  [
    3,
    fc.tuple(member, fc.constantFrom(true, true, false)).map(([who, allowed]): Wish<BillIntent> => () => ({
      do: 'set bills from wallet',
      member: who,
      allowed,
    })),
  ],
]
