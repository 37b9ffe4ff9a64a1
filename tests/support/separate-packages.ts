import { spawn } from 'node:child_process'
import path from 'node:path'
import { isInstalled } from '../../api/commands/installed.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')

/**
 * Installs the packages of a folder with a lock file of its own, exactly as locked, when they are first needed: what
 * few people need is no part of `npm ci`. Their versions are in the folder's package.json.
 *
 * @param folder from the project's root, such as `tests/lighthouse`
 * @param what for the line that says what is being installed
 * @throws with instructions when that is not possible, for example offline
 */
export const ensurePackagesOf = async (folder: string, what: string): Promise<void> => {
  const cwd = path.join(ROOT, folder)
  if (isInstalled(cwd)) return
  process.stderr.write(`Installing ${what} (${folder}) ...\n`)
  const code = await new Promise<number | null>((resolve, reject) => {
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
    // Its output must not mix with what the caller prints.
    const npm = spawn('npm', args, { cwd, stdio: ['ignore', 2, 2] })
    npm.once('error', reject)
    npm.once('exit', resolve)
  })
  if (code !== 0)
    throw new Error(
      `Could not install ${what}. That needs the package registry once: run \`npm ci\` in ${folder} when online.`,
    )
}
