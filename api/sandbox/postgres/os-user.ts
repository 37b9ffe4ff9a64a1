import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, statSync } from 'node:fs'
import path from 'node:path'

/** The operating-system user that Postgres runs as; `undefined` is the user that we are. */
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
 * Postgres refuses to run as root; then it runs as the owner of an existing cluster, else as `postgres`
 * or `nobody`. Anybody else runs it as themselves.
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

/** Hands a folder that holds nothing yet, or a single file, to the user. */
export const giveTo = (user: OsUser, file: string): void => {
  if (user) chownSync(file, user.uid, user.gid)
}

/**
 * @throws when the user can't get at a path, naming the folder that bars the way and the remedy. Only a
 *   server started by root runs as somebody else, who may then be shut out of a private home folder.
 */
export const assertReachable = (user: OsUser, paths: readonly string[]): void => {
  if (!user) return
  const enters = (file: string): boolean => {
    const { status, error } = spawnSync('test', ['-x', file], { uid: user.uid, gid: user.gid, cwd: '/' })
    return error !== undefined || status === 0 // where it can't be asked, Postgres will say it
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
