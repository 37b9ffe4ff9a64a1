import * as z from 'zod/mini'
import { TransferRequest } from '../../../api/contract/requests.ts'
import { savedBinding } from '../../flow/saved.ts'
import type { Answer } from './machine.ts'

/** What survives a reload: the review, or the sent answer, whose outcome is then requested. */
export const saved = savedBinding<Answer, TransferRequest, never, never>({
  version: 2,
  intent: z.object({
    request: TransferRequest,
    action: z.enum(['approve', 'decline', 'cancel']),
    key: z.uuid(),
  }),
  form: z.never(),
  storedFormOf: () => null,
  formOf: (none) => none,
})
