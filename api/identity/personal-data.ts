import type { PoolClient } from 'pg'

/**
 * One area's data about a member outside the ledger. Every area with its own tables provides this, so that "Export
 * Identity Data" is complete and closing an account leaves nothing.
 */
export interface PersonalData {
  /** The area's name in the export, such as `contacts`. */
  readonly name: string
  /** Everything stored about the member as JSON, without secrets (keys, activation codes, account tokens). */
  readonly exportOf: (client: PoolClient, memberId: string) => Promise<unknown>
  /** Deletes it, within the transaction of `client`. Repeating it changes nothing. */
  readonly erase: (client: PoolClient, memberId: string) => Promise<void>
}

/** Personal data that is only in tables: a query that returns it as `data`, and the statements that erase it. */
export const inTables = (name: string, data: string, erase: readonly string[]): PersonalData => ({
  name,
  exportOf: async (client, memberId) => {
    const { rows } = await client.query<{ readonly data: unknown }>(data, [memberId])
    return rows[0]?.data
  },
  erase: async (client, memberId) => {
    for (const statement of erase) await client.query(statement, [memberId])
  },
})
