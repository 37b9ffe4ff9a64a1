import * as fc from 'fast-check'
import { nth, rightly, type Wish, type Wishes } from '../wish.ts'

export const REQUEST_PROCESSES = ['settle requests', 'expire requests'] as const
export type RequestProcess = (typeof REQUEST_PROCESSES)[number]

export type RequestIntent =
  | {
      readonly do: 'request'
      readonly member: string
      readonly payer: string
      readonly cents: bigint
      readonly key: string
    }
  | {
      readonly do: 'approve' | 'decline' | 'cancel'
      readonly member: string
      readonly requestId: string
      readonly key: string
    }

const amount = fc.oneof(fc.bigInt(0n, 3_000n), fc.bigInt(100n, 600_000n))

export const requestWishes = (member: fc.Arbitrary<string>): Wishes<RequestIntent> => [
  [
    6,
    fc.tuple(member, member, amount).map(([who, payer, cents]): Wish<RequestIntent> => ({ key }) => ({
      do: 'request',
      member: who,
      payer,
      cents,
      key,
    })),
  ],
  [
    12,
    fc
      .tuple(fc.nat(), fc.constantFrom('approve', 'approve', 'approve', 'decline', 'cancel'), rightly)
      .map(([n, what, isRight]): Wish<RequestIntent> => ({ requests, key }) => {
        const request = nth(requests, n)
        if (!request) return null
        const party = (what === 'cancel') === isRight ? request.requesterId : request.payerId
        return { do: what, member: party, requestId: request.id, key }
      }),
  ],
]
