import type { Client } from 'pg'
import { withClient } from '../../events/store/postgres/with-client.ts'

/** Cosignatures that the server of this environment keeps in its database: the archive has checkpoints alone. */
export interface StoredCosignatures {
  /** The newest cosigned checkpoints with all their signatures, the largest first. */
  readonly notes: () => Promise<readonly string[]>
  /** Signature lines of witnesses by the size of their checkpoint. */
  readonly linesOf: (sizes: readonly number[]) => Promise<ReadonlyMap<number, string>>
}

/** How far back a checkpoint with enough signatures is looked for. */
const NOTES_MAX = 1_000

const LINES = `string_agg(cosigned.line, '' order by cosigned.witness)`

const storedIn = async (client: Client): Promise<StoredCosignatures> => {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('app.log_cosignature') is not null as there`,
  )
  if (rows[0]?.there !== true) return { notes: async () => [], linesOf: async () => new Map() }
  return {
    notes: async () => {
      const { rows: found } = await client.query<{ note: string }>(
        `select seal.note || ${LINES} as note
         from app.log_checkpoint as seal join app.log_cosignature as cosigned using (size)
         group by seal.size, seal.note order by seal.size desc limit ${NOTES_MAX}`,
      )
      return found.map(({ note }) => note)
    },
    linesOf: async (sizes) => {
      const { rows: found } = await client.query<{ size: string; lines: string }>(
        `select size, ${LINES} as lines from app.log_cosignature as cosigned
         where size = any ($1::bigint[]) group by size`,
        [sizes],
      )
      return new Map(found.map(({ size, lines }) => [Number(size), lines]))
    },
  }
}

/** Calls `use` with the cosignatures in this database; there are none where the tables are not. */
export const withCosignatures = <T>(
  databaseUrl: string,
  use: (stored: StoredCosignatures) => Promise<T>,
): Promise<T> => withClient(databaseUrl, 'cosignatures', async (client) => use(await storedIn(client)))
