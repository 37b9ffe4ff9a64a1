import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, 'peers')

/** Compares the lock file with npm's copy of it, in which the entry for the root is missing. */
const isInstalled = (): boolean => {
  const installed = path.join(FOLDER, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return false
  const packagesOf = (file: string): string => {
    const { packages }: { packages: Record<string, unknown> } = JSON.parse(readFileSync(file, 'utf8'))
    return JSON.stringify(
      Object.entries(packages)
        .filter(([name]) => name !== '')
        .map(([name, entry]) => [name, entry]),
    )
  }
  return packagesOf(installed) === packagesOf(path.join(FOLDER, 'package-lock.json'))
}

/**
 * Installs the other event stores in their own folder, exactly as locked, the first time they are needed.
 * @throws with instructions when that is not possible, for example offline
 */
export const ensurePeers = async (progress: (line: string) => void): Promise<void> => {
  if (isInstalled()) return
  progress('Installing the event stores to compare with (tests/bench/peers) ...')
  const code = await new Promise<number | null>((resolve, reject) => {
    const npm = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: FOLDER,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    })
    npm.once('error', reject)
    npm.once('exit', resolve)
  })
  if (code !== 0) {
    throw new Error(
      'The event stores to compare with could not be installed. It takes the package registry once: run ' +
        '`npm ci` in tests/bench/peers when online, or measure HTTP alone with `npm run bench -- --only http`.',
    )
  }
}
