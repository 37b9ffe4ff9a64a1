import { deviceOperations } from '../../../../api/contract/device-operations.ts'
import { ProvisionRequest } from '../../../../api/contract/devices.ts'
import { call } from '../../../data/client.ts'
import { attempt, type FlowResult } from '../../../flow/attempt.ts'
import type { AddEvent, Order, Problem } from './machine.ts'
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

/** Orders the eSIM under its key; resolves with one event and never rejects. */
export const order = (intent: Order): Promise<FlowResult<AddEvent>> =>
  attempt(
    intent,
    async () => {
      const { draft, key: idempotencyKey } = intent
      await call(deviceOperations.provisionProfile, { body: requestOf(draft), idempotencyKey })
      return { receipt: null }
    },
    FAILED,
    'the same',
  )
