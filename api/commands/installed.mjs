/**
 * Whether `npm ci` was run for the current lock file. Plain JavaScript without dependencies: it runs before anything is
 * installed.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Packages by path, or null where the file is missing or not written by npm. */
const packagesOf = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? null
  } catch {
    return null
  }
}

const isForThisMachine = ({ os, cpu }) =>
  (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true)

/**
 * npm records in `node_modules/.package-lock.json` what it has installed. Every package of the lock file must be listed
 * there in its version; optional ones may be missing, except direct ones made for this machine.
 * @param {string} root folder of package.json
 * @param {{ withDev?: boolean }} options whether the devDependencies must be there too; by default they must
 * @returns {boolean}
 */
export const isInstalled = (root, { withDev = true } = {}) => {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const there = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (wanted === null || there === null) return false
  const direct = wanted['']?.optionalDependencies ?? {}
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || (entry.dev && !withDev)) return true
    const found = there[path]
    if (found === undefined) {
      const isDirect = path.replace(/^node_modules\//, '') in direct
      return isDirect ? !isForThisMachine(entry) : Boolean(entry.optional || entry.devOptional)
    }
    return (
      found.version === entry.version && found.integrity === entry.integrity && existsSync(join(root, path))
    )
  })
}
