import { Client, escapeIdentifier } from 'pg'
import { READ_SCHEMA } from '../migrate.ts'

/** A row of table `wallet` as an auditor compares it. Amounts in minor units. */
export interface AuditedWalletRow {
  readonly memberId: string
  readonly status: string
  readonly usd: bigint
  readonly usdc: bigint
  readonly yut: bigint
  readonly yutStaked: bigint
  readonly interest: bigint
  readonly rewards: bigint
  readonly position: bigint
}

/** All wallets at one moment, however long the reading takes. */
export interface WalletRows {
  /** Of the last event that the rows know of. */
  readonly position: bigint
  readonly rows: () => AsyncIterable<AuditedWalletRow>
  readonly close: () => Promise<void>
}

const PAGE_ROWS = 1_000

interface Row {
  readonly member_id: string
  readonly status: string
  readonly usd: string
  readonly usdc: string
  readonly yut: string
  readonly staked: string
  readonly interest: string
  readonly rewards: string
  readonly position: string
}

/**
 * Opens a snapshot of the wallets with the checkpoint that they belong to.
 * @throws {Error} when there are no read models in the database
 */
export const openWalletRows = async (url: string, schema: string = READ_SCHEMA): Promise<WalletRows> => {
  const client = new Client({ connectionString: url, application_name: 'youtility audit' })
  client.on('error', () => {}) // the query under way fails and says so
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
        `declare wallets no scroll cursor for
         select member_id, status, usd_minor::text as usd, usdc_minor::text as usdc, yut_minor::text as yut,
           yut_staked_minor::text as staked, interest_minor::text as interest, rewards_minor::text as rewards,
           position::text
         from ${inSchema}.wallet order by member_id`,
      )
      for (;;) {
        const page = await client.query<Row>(`fetch ${PAGE_ROWS} from wallets`)
        for (const row of page.rows)
          yield {
            memberId: row.member_id,
            status: row.status,
            usd: BigInt(row.usd),
            usdc: BigInt(row.usdc),
            yut: BigInt(row.yut),
            yutStaked: BigInt(row.staked),
            interest: BigInt(row.interest),
            rewards: BigInt(row.rewards),
            position: BigInt(row.position),
          }
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
