/** The whole server on a data folder of its own, which goes when it stops. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folder = mkdtempSync(path.join(tmpdir(), 'youtility-browser-'))
// Run as root, the embedded Postgres becomes another user, who has to get through.
chmodSync(folder, 0o755)
process.env['DATA_DIR'] = folder
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

await import('../../../api/main.ts')
