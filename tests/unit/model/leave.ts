import * as fc from 'fast-check'
import { CURRENCIES } from '../../../events/money.ts'
import { MEMBERS } from './members.ts'
import type { TokenIntent } from './token/intents.ts'
import type { WalletIntent } from './wallets/intents.ts'
import type { Wish } from './wish.ts'

/** A step towards closing a wallet: unstakes, sends one remaining balance to another member, or closes it. */
export const leave: fc.Arbitrary<Wish<TokenIntent | WalletIntent>> = fc
  .constantFrom<readonly [number, number]>([3, 0], [3, 0], [1, 2])
  .map(([who, to]): Wish<TokenIntent | WalletIntent> => ({ holds, key }) => {
    const [from = '', recipient = ''] = [MEMBERS[who], MEMBERS[to]]
    const staked = holds(from, 'staked')
    if (staked > 0n) return { do: 'unstake', member: from, minor: staked, key }
    const held = CURRENCIES.find((of) => holds(from, of) > 0n)
    if (!held) return { do: 'close', member: from }
    return { do: 'send', member: from, to: recipient, currency: held, minor: holds(from, held), key }
  })
