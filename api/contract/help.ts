import * as z from 'zod/mini'
import { anybody, defineOperations } from './operation.ts'

export const helpOperations = defineOperations({
  getOperator: anybody.get('/api/operator', {
    summary: 'How whoever runs this service can be reached, and what they have set for everybody',
    response: z.object({
      /** An e-mail address or an https address of a page; null when the operator has not set one. */
      contact: z.nullable(z.string()),
      /** Who that is, where to write and where to call, for notices of members' rights; an older server does not say. */
      name: z.optional(z.nullable(z.string())),
      address: z.optional(z.nullable(z.string())),
      phone: z.optional(z.nullable(z.string())),
      /** Cents that somebody who is not verified may hold when adding, and send in a day; an older server does not say. */
      unverified_cents: z.optional(z.int()),
    }),
  }),
})
