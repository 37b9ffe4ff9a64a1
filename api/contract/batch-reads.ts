import * as z from 'zod/mini'
import { defineOperations, member } from './operation.ts'

/** Maximum documents in one request; no page requests more than ten. */
export const BATCH_READS_MAX = 16
const PATHS_LENGTH_MAX = 2_000

/** One response of the batch. */
const Part = z.object({
  /** Status that a separate request would have returned. */
  status: z.int(),
  /** Headers by name, without those that every response has. */
  headers: z.record(z.string(), z.string()),
  /** JSON as text, so that each body is parsed only when it is needed. */
  body: z.string(),
})

export const batchReadOperations = defineOperations({
  getTogether: member.get('/api/together', {
    summary:
      "Several of the member's documents in one answer, in the order of their paths; one that cannot be had takes no other with it",
    query: z.strictObject({
      /** Paths with their queries, separated by commas; a comma inside one of them is written `%2C`. */
      paths: z.string('Name the documents by their paths.').check(
        // As in URLs: everything but visible ASCII is escaped.
        z.regex(/^[!-~]+$/, 'Name the documents by their paths.'),
        z.maxLength(PATHS_LENGTH_MAX, 'The paths are too long.'),
      ),
    }),
    response: z.object({ answers: z.array(Part).check(z.maxLength(BATCH_READS_MAX)) }),
  }),
})
