import * as z from 'zod/mini'

/** Body of every answer that is not a success. */
export const ErrorBody = z.object({
  /** A sentence for people: what is wrong and what to do. */
  error: z.string(),
  /** Stable, snake_case, for programs. */
  code: z.string(),
  /** What is wrong with which field of the request. */
  fields: z.optional(z.record(z.string(), z.string())),
})
export type ErrorBody = z.infer<typeof ErrorBody>
