import { Client, escapeIdentifier } from 'pg'
import { READ_SCHEMA } from '../schema.ts'
import type { RowOf } from '../table.ts'
import { wallet } from './table.ts'

const Audited = wallet.pick(
  'memberId',
  'status',
  'usdMinor',
  'usdcMinor',
  'yutMinor',
  'yutStakedMinor',
  'interestMinor',
  'rewardsMinor',
  'position',
)

/** A row of table `wallet` as an auditor compares it. Amounts in minor units. */
export type AuditedWalletRow = RowOf<typeof Audited.columns>

/** All wallets at one moment, however long the reading takes. */
export interface WalletRows {
  /** Position of the last event applied to the rows. */
  readonly position: bigint
  readonly rows: () => AsyncIterable<AuditedWalletRow>
  readonly close: () => Promise<void>
}

const PAGE_ROWS = 1_000

/**
 * Opens a snapshot of the wallets with the checkpoint that they belong to.
 * @throws {Error} when there are no read models in the database
 */
export const openWalletRows = async (url: string, schema: string = READ_SCHEMA): Promise<WalletRows> => {
  const client = new Client({ connectionString: url, application_name: 'youtility audit' })
  client.on('error', () => {}) // pg rejects the running query
  await client.connect()
  const inSchema = escapeIdentifier(schema)
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    const known = await client.query<{ position: string }>(
      `select position::text from ${inSchema}.checkpoint where name = 'wallet'`,
    )
    const position = BigInt(known.rows[0]?.position ?? 0)
    async function* rows(): AsyncGenerator<AuditedWalletRow> {
      await client.query(
        `declare wallets no scroll cursor for select ${Audited.list()} from ${inSchema}.wallet order by member_id`,
      )
      for (;;) {
        const page = await client.query<Record<string, unknown>>(`fetch ${PAGE_ROWS} from wallets`)
        yield* page.rows.map(Audited.decode)
        if (page.rows.length < PAGE_ROWS) break
      }
      await client.query('close wallets')
    }
    return { position, rows, close: () => client.end() }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}
