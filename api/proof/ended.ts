import type { Pool } from 'pg'
import { parseLogEnd, type LogEnd } from '../../events/proof/log-end.ts'
import type { NoteSigner } from '../../events/proof/note-keys.ts'
import { readVerifierKey } from '../../events/proof/note-keys.ts'
import { parseNote, verifyNote } from '../../events/proof/signed-note.ts'

/** The statement with which the log of this key began, null when it is the first one here. */
export const statementBefore = async (pool: Pool, newKey: string): Promise<string | null> => {
  const { rows } = await pool.query<{ statement: string }>(
    'select statement from app.log_end where new_key = $1',
    [newKey],
  )
  return rows[0]?.statement ?? null
}

/** The newest statement of a log's end, null when none was ended. */
export const newestStatement = async (pool: Pool): Promise<string | null> => {
  const { rows } = await pool.query<{ statement: string }>({
    name: 'app_log_end_newest',
    text: 'select statement from app.log_end order by ended_at desc limit 1',
  })
  return rows[0]?.statement ?? null
}

/**
 * The end of the log before this signer's, null when its log is the first one here. Believed only with the signer's own
 * signature: whoever can write to the database alone cannot begin a log anew.
 */
export const endBefore = async (pool: Pool, { verifierKey }: NoteSigner): Promise<LogEnd | null> => {
  const statement = await statementBefore(pool, verifierKey)
  if (statement === null) return null
  const note = parseNote(statement)
  const verdict = await verifyNote(note, await readVerifierKey(verifierKey))
  return verdict.ok ? parseLogEnd(note.text) : null
}
