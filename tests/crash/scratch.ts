import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Creates a temporary folder that the database's user can access. */
export const scratchFolder = (): { readonly dir: string; readonly remove: () => void } => {
  const dir = mkdtempSync(path.join(tmpdir(), 'youtility-crash-'))
  chmodSync(dir, 0o755) // Postgres may run as another user than this process
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}
