import type { AccessScope } from '../../../api/contract/access-tokens.ts'
import { UNFAMILIAR, type Unfamiliar } from '../../../api/contract/open.ts'
import { t } from '../../texts/texts.ts'

/** What a token may do, in a word or two. */
export const scopeName = (scope: AccessScope | Unfamiliar): string => {
  switch (scope) {
    case 'read':
      return t('Read')
    case 'contacts':
      return t('Contacts')
    case 'pay':
      return t('Pay')
    case UNFAMILIAR:
      return t('Something new')
    default:
      return scope satisfies never
  }
}
