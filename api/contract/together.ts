import * as z from 'zod/mini'
import { defineOperations, member } from './operation.ts'

/** Documents in one request at most; the page that asks for most asks for ten. */
export const TOGETHER_MAX = 16
const PATHS_LENGTH_MAX = 2_000

/** One of several answers to one request. */
const Part = z.object({
  /** As a request of its own would have been answered. */
  status: z.int(),
  /** The headers that such an answer has beside those of all answers, by their names. */
  headers: z.record(z.string(), z.string()),
  /** JSON as text, so that each can be read when it is needed. */
  body: z.string(),
})

export const togetherOperations = defineOperations({
  getTogether: member.get('/api/together', {
    summary:
      "Several of the member's documents in one answer, in the order of their paths; one that cannot be had takes no other with it",
    query: z.strictObject({
      /** With their queries, separated by commas; a comma inside of one is written `%2C`. */
      paths: z.string('Name the documents by their paths.').check(
        // As in an address: whatever is no visible ASCII is escaped.
        z.regex(/^[!-~]+$/, 'Name the documents by their paths.'),
        z.maxLength(PATHS_LENGTH_MAX, 'The paths are too long.'),
      ),
    }),
    response: z.object({ answers: z.array(Part).check(z.maxLength(TOGETHER_MAX)) }),
  }),
})
