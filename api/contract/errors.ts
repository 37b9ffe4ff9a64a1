import * as z from 'zod/mini'

/** Body of every error response. */
export const ErrorBody = z.object({
  /** A sentence for people: what is wrong and what to do. */
  error: z.string(),
  /** Stable, snake_case, for programs. */
  code: z.string(),
  /** Error sentence by field of the request. */
  fields: z.optional(z.record(z.string(), z.string())),
})
export type ErrorBody = z.infer<typeof ErrorBody>
