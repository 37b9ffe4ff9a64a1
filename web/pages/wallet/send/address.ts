import { firstCharacters } from '../../../../api/contract/characters.ts'
import { MESSAGE_MAX } from '../../../../api/contract/fields.ts'
import { type Draft, EMPTY_DRAFT } from './machine.ts'
import { VARIANTS } from './variants.ts'

/** The draft of an address: `?send=@grace&amount=25&currency=USD`; `?send=1` leaves it empty, `?to=` has priority. */
export const draftOf = (query: URLSearchParams): Draft => {
  const send = query.get('send') ?? ''
  const named = send === '1' ? '' : send
  return {
    ...EMPTY_DRAFT,
    to: query.get('to') ?? named,
    amount: query.get('amount') ?? '',
    currency: VARIANTS.unified.currencies.find((each) => each === query.get('currency')) ?? 'USD',
    message: firstCharacters(query.get('message') ?? '', MESSAGE_MAX),
  }
}
