import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** The release before this one, in this repository's history: the processes that may still run while ours are started. */
export const LAST_RELEASE = 'fd4d6f5977e3d8967d3c66ffcdd039b11333bfca'

/** Whether git was asked for the newest commits only. */
const isShallow = (): boolean =>
  execFileSync('git', ['rev-parse', '--is-shallow-repository'], { encoding: 'utf8' }).trim() === 'true'

/**
 * Whether the history has the last release. A clone without history skips the tests that start it; in continuous
 * integration only a shallow one does, and others fail.
 */
export const hasLastRelease = (): boolean => {
  try {
    execFileSync('git', ['cat-file', '-e', `${LAST_RELEASE}^{commit}`], { stdio: 'ignore' })
    return true
  } catch {
    if (process.env['CI'] && !isShallow())
      throw new Error(`The history of this clone lacks the last release, ${LAST_RELEASE}: fetch all of it`)
    console.warn(`Skipped: the history of this clone lacks the last release, ${LAST_RELEASE}`)
    return false
  }
}

/** Writes the last release's code into a new folder, with today's packages. */
export const unpackLastRelease = (folder: string): void => {
  mkdirSync(folder, { recursive: true })
  const tar = execFileSync(
    'git',
    ['archive', LAST_RELEASE, 'api', 'events', 'projections', 'web/locales', 'package.json'],
    { maxBuffer: 2 ** 30 },
  )
  execFileSync('tar', ['-x', '-C', folder], { input: tar })
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
}
