import * as z from 'zod/mini'

export const MANIFEST = 'manifest.json'
export const CHECKPOINTS = 'checkpoints'

/**
 * A name of our own tables and columns, quoted where SQL needs it; whoever can write into a backup must not write SQL or
 * paths by one.
 */
const Name = z
  .string()
  .check(z.regex(/^(?:[a-z_][a-z0-9_]*|"[a-z_][a-z0-9_]*")$/, 'is no name of a table or column'))

/** What a backup holds; written last, so that a folder without it is no backup. */
export const Manifest = z.strictObject({
  /** 2: with the log in a file of its own, as a ledger in EventStoreDB is backed up. */
  format: z.literal([1, 2]),
  /** ISO 8601: when the snapshot was taken. */
  at: z.string(),
  /** Events of the log, position of the last one, and the root of the Merkle tree over them, in hexadecimal digits. */
  log: z.strictObject({
    events: z.number(),
    position: z.string(),
    root: z.string(),
    /** Of the file with the log; absent where it is in the tables. */
    sha256: z.optional(z.string()),
  }),
  /** Each table after those it refers to. Its rows are in `<schema>.<name>.jsonl.gz`. */
  tables: z.array(
    z.strictObject({
      schema: Name,
      name: Name,
      columns: z.array(Name),
      rows: z.number(),
      sha256: z.string(),
    }),
  ),
})
export type Manifest = z.infer<typeof Manifest>

export const fileOf = ({ schema, name }: { readonly schema: string; readonly name: string }): string =>
  `${schema}.${name}.jsonl.gz`
