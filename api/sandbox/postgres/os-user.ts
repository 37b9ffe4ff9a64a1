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

/**
 * The user to run Postgres as. Postgres refuses to run as root, so root runs it as the owner of an existing cluster,
 * else as `postgres` or `nobody`. Other users run it as themselves.
 */
export const postgresUser = (clusterDir: string): OsUser => {
  if (process.getuid?.() !== 0) return undefined
  if (existsSync(clusterDir)) {
    const { uid, gid } = statSync(clusterDir)
    if (uid !== 0) return { name: `uid ${uid}`, uid, gid }
  }
  const user = lookUp('postgres') ?? lookUp('nobody')
  if (!user) throw new Error('Postgres cannot run as root, and there is no user "postgres" or "nobody"')
  return user
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
