/** The whole server on a separate data folder, which is deleted when it stops. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folder = mkdtempSync(path.join(tmpdir(), 'youtility-browser-'))
// When root runs this, the embedded Postgres runs as another user, who must be able to enter.
chmodSync(folder, 0o755)
process.env['DATA_DIR'] = folder
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

await import('../../../api/main.ts')
