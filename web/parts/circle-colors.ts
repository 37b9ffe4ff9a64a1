import type { CircleColor } from '../../api/contract/contacts.ts'
import { t } from '../texts/texts.ts'

/** A circle's colour in words. */
export const COLOR_NAMES: Readonly<Record<CircleColor, string>> = {
  '#8b5cf6': t('Violet'),
  '#3b82f6': t('Blue'),
  '#10b981': t('Green'),
  '#f59e0b': t('Amber'),
  '#ef4444': t('Red'),
  '#ec4899': t('Pink'),
  '#6366f1': t('Indigo'),
  '#14b8a6': t('Teal'),
}
