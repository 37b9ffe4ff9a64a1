import * as z from 'zod/mini'

export const MANIFEST = 'manifest.json'
export const CHECKPOINTS = 'checkpoints'

/** What a backup holds; written last, so that a folder without it is no backup. */
export const Manifest = z.strictObject({
  format: z.literal(1),
  /** ISO 8601: when the snapshot was taken. */
  at: z.string(),
  /** Events of the log, position of the last one, and the root of the Merkle tree over them, in hexadecimal digits. */
  log: z.strictObject({ events: z.number(), position: z.string(), root: z.string() }),
  /** Each table after those it refers to. Its rows are in `<schema>.<name>.jsonl.gz`. */
  tables: z.array(
    z.strictObject({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      sha256: z.string(),
    }),
  ),
})
export type Manifest = z.infer<typeof Manifest>

export const fileOf = ({ schema, name }: { readonly schema: string; readonly name: string }): string =>
  `${schema}.${name}.jsonl.gz`
