import { t } from './texts.ts'

/** Somebody's own words, in the quotation marks of the reader's language. */
export const quoted = (text: string): string => t('“{text}”', { text })
