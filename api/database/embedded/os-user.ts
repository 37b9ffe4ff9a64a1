import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, statSync } from 'node:fs'
import path from 'node:path'

/** The operating-system user that Postgres runs as; `undefined`: our own user. */
export type OsUser = { readonly name: string; readonly uid: number; readonly gid: number } | undefined

const lookUp = (name: string): OsUser => {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
    return { name, uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

/** Users that may run Postgres for root: `_postgres` is macOS's, where `nobody` has a number that owns no files. */
const CANDIDATES = ['postgres', '_postgres', 'nobody']

/**
 * The user to run Postgres as. Postgres refuses to run as root, so root runs it as the owner of an existing cluster,
 * else as `postgres` or `nobody`. Other users run it as themselves.
 *
 * @param owner of an existing cluster
 * @throws when root has nobody to run it as
 */
export const userFor = (
  uid: number | undefined,
  owner: { readonly uid: number; readonly gid: number } | undefined,
  find: (name: string) => OsUser = lookUp,
): OsUser => {
  if (uid !== 0) return undefined
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, ...owner }
  for (const name of CANDIDATES) {
    const user = find(name)
    if (user && user.uid > 0) return user
  }
  throw new Error(
    'Postgres cannot run as root, and there is no user "postgres" or "nobody": start as an ordinary user, or set ' +
      'DATABASE_URL.',
  )
}

/** The user to run Postgres as on this machine. */
export const postgresUser = (clusterDir: string): OsUser => {
  const stats = existsSync(clusterDir) ? statSync(clusterDir) : undefined
  return userFor(process.getuid?.(), stats && { uid: stats.uid, gid: stats.gid })
}

/** Makes the user the owner of an empty folder or a single file. */
export const giveTo = (user: OsUser, file: string): void => {
  if (user) chownSync(file, user.uid, user.gid)
}

/**
 * @throws when the user cannot access a path, naming the folder that denies access and the remedy. Only a server
 * started by root runs as another user, who may have no access to a private home folder.
 */
export const assertReachable = (user: OsUser, paths: readonly string[]): void => {
  if (!user) return
  const enters = (file: string): boolean => {
    const { status, error } = spawnSync('test', ['-x', file], { uid: user.uid, gid: user.gid, cwd: '/' })
    return error !== undefined || status === 0 // without the test command, Postgres reports it
  }
  for (const file of paths) {
    if (enters(file)) continue
    let barrier = file
    while (path.dirname(barrier) !== barrier && !enters(path.dirname(barrier)))
      barrier = path.dirname(barrier)
    throw new Error(
      `Postgres runs as ${user.name} because root may not run it, and ${user.name} cannot enter ${barrier} ` +
        `(on the way to ${file}). Start as an ordinary user instead, or move the project and its data folder ` +
        `to a place open to all, or open the folder with: chmod o+x ${barrier}, or set DATABASE_URL.`,
    )
  }
}
