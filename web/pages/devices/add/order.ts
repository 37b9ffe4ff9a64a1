import { ProvisionRequest } from '../../../../api/contract/devices.ts'
import type { Problem } from './machine.ts'
import { type AddValues, requestOf } from './values.ts'
import { t } from '../../../texts/texts.ts'

export const ORDER_FAILED = t('eSIM provisioning failed')

/** Validates a form against the contract before it is sent; null when it is valid. */
export const problemOf = (values: AddValues): Problem | null => {
  const parsed = ProvisionRequest.safeParse(requestOf(values))
  if (parsed.success) return null
  const fields = Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [path.join('.'), message] as const),
  )
  return { reason: null, fields }
}

export const FAILED = t('Something went wrong. Please try again.')
