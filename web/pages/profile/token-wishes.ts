import { memberOperations } from '../../../api/contract/members.ts'
import type { Person } from '../../../api/contract/person.ts'
import { call } from '../../data/client.ts'
import type { ClosingChoices } from '../../data/closing.ts'
import { refusalOf } from '../../data/errors.ts'
import { t } from '../../texts/texts.ts'

/** What the member wants of tokens that no bank takes. `payee`: whom they named, once the server has found them. */
export type TokenWish =
  | { readonly kind: 'give_up' }
  | { readonly kind: 'send'; readonly to: string; readonly payee: (Person & { readonly did: string }) | null }

export type TokenField = 'usdc' | 'yut'
export type TokenWishes = Readonly<Partial<Record<TokenField, TokenWish>>>

/** What of a wish is sent; undefined while nothing is chosen. The DID of the found member: the handle could be another's by now. */
export const choiceOf = (wish: TokenWish | undefined): ClosingChoices['yut'] => {
  if (wish?.kind === 'give_up') return { give_up: true }
  return wish?.kind === 'send' ? { send_to: wish.payee?.did ?? wish.to.trim() } : undefined
}

/** Whom wishes name that were not looked up yet. */
export const unknownIn = (wishes: TokenWishes): readonly TokenField[] =>
  (['usdc', 'yut'] as const).filter((field) => {
    const wish = wishes[field]
    return wish?.kind === 'send' && wish.payee === null
  })

interface Found {
  readonly wishes: TokenWishes
  readonly problems: Readonly<Partial<Record<TokenField, string>>>
}

/** Finds the members whom wishes name, so that the member sees who gets their tokens before they go. */
export const lookUpPayees = async (wishes: TokenWishes): Promise<Found> => {
  let found: Found = { wishes, problems: {} }
  for (const field of unknownIn(wishes)) {
    const wish = wishes[field]
    if (wish?.kind !== 'send') continue
    const identifier = wish.to.trim()
    if (identifier === '') {
      found = { ...found, problems: { ...found.problems, [field]: t('Name the member who gets it.') } }
      continue
    }
    try {
      // oxlint-disable-next-line no-await-in-loop -- two at most
      const { data: payee } = await call(memberOperations.lookupMember, { query: { identifier } })
      found = { ...found, wishes: { ...found.wishes, [field]: { ...wish, payee } } }
    } catch (error) {
      const problem = refusalOf(error, t('This member could not be looked up.'))
      found = { ...found, problems: { ...found.problems, [field]: problem } }
    }
  }
  return found
}
