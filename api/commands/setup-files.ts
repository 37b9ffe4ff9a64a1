import { randomBytes } from 'node:crypto'
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeNoteKeys } from '../../events/proof/note-keys.ts'
import type { Variable } from '../config/schemas.ts'
import { readGiven } from '../config/given-file.ts'
import { VARIABLES } from '../config/variables.ts'

/** Set by the compose files: in app.env they would have no effect. */
export const SET_BY_COMPOSE: ReadonlySet<string> = new Set([
  'NODE_ENV',
  'ROLE',
  'HOST',
  'PORT',
  'DATA_DIR',
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'READER_DATABASE_URL',
  'EVENTSTORE_URL',
  'EVENTSTORE_ADMIN_URL',
  'SESSION_KEYS',
  'KEY_ENCRYPTION_KEY',
  'LEDGER_LOG_KEY',
])

/** What Docker gives the first address of the network `outside`: a proxy on the machine reaches containers from it. */
const GATEWAY = '10.201.250.1'

const ENV_HELP = `# What docker-compose.yml reads. Made by setup; keep a copy of it apart from the machine.
# More: COMPOSE_FILE (docker-compose.yml:compose.cluster.yml or docker-compose.yml:compose.postgres-ledger.yml),
# POSTGRES_READER_PASSWORD (auditors), PORTS, WORKER_PORTS, BACKUPS, EVENTSTORE_IMAGE, YOUTILITY_IMAGE, REVISION, OPERATOR.
`

/** The lines of app.env: every variable that the app reads, with what it is. `given` are set, all others commented out. */
export const appSettings = (given: Readonly<Record<string, string>>): string => {
  const variables: readonly Variable<unknown>[] = Object.values(VARIABLES)
  const lines = variables
    .filter(({ name }) => !SET_BY_COMPOSE.has(name))
    .map(({ name, describes, production }) =>
      given[name] === undefined
        ? `# ${describes}\n#${name}=${production ?? ''}\n`
        : `# ${describes}\n${name}=${given[name]}\n`,
    )
  return `# What the app reads: docker-compose.yml hands all of it to the containers. Values with $ or # go between ' and '.
# Any NAME may be given as NAME_FILE instead, the path of a file in the container.

${lines.join('\n')}`
}

/** The variables in a file of lines NAME=value; none when it does not exist. */
const settingsIn = (file: string): Readonly<Record<string, string>> =>
  existsSync(file)
    ? Object.fromEntries(
        readGiven(file)
          .split('\n')
          .flatMap((line) => {
            const [, name, value] = /^([A-Z][A-Z_]*)=(.*)$/.exec(line) ?? []
            return name === undefined || value === undefined ? [] : [[name, value] as const]
          }),
      )
    : {}

const SECRET_OWNER = 1000

/** Of the databases' users, for docker-compose.yml. A `.env` of an older release lacks the newest. */
const PASSWORDS = [
  'POSTGRES_PASSWORD',
  'POSTGRES_APP_PASSWORD',
  'EVENTSTORE_PASSWORD',
  'EVENTSTORE_APP_PASSWORD',
]

/** Writes a file that is not there yet; only its owner may read it. Returns whether it was written. */
const make = (file: string, text: string, owner: number, group: number): boolean => {
  if (existsSync(file)) return false
  writeFileSync(file, text, { mode: 0o600, flush: true })
  if (process.getuid?.() === 0) chownSync(file, owner, group)
  return true
}

export interface Made {
  /** Files that were written, by their names in the folder. */
  readonly files: readonly string[]
  /** The public key of the log, for auditors; null when its key was there already. */
  readonly logKey: string | null
}

/**
 * Makes what an installation with compose needs in `folder`: passwords of the databases, settings of the app, and its
 * keys. Files that are there stay as they are. Settings of the app in a `.env` of an older release are taken over.
 * @param publicUrl the origin that members will see
 */
export const makeSettings = async (folder: string, publicUrl: string): Promise<Made> => {
  const { uid, gid } = statSync(folder)
  const at = (name: string): string => path.join(folder, name)
  const older = settingsIn(at('.env'))
  const files: string[] = []
  const secret = (name: string, text: string): void => {
    if (make(at(`secrets/${name}`), `${text}\n`, SECRET_OWNER, SECRET_OWNER)) files.push(`secrets/${name}`)
  }
  mkdirSync(at('secrets'), { recursive: true, mode: 0o711 })
  // Containers of other users look into it.
  chmodSync(at('secrets'), 0o711)
  mkdirSync(at('backups'), { recursive: true, mode: 0o700 })
  if (process.getuid?.() === 0) chownSync(at('backups'), SECRET_OWNER, SECRET_OWNER)
  const hex = () => randomBytes(32).toString('hex')
  const base64 = () => randomBytes(32).toString('base64')
  const passwords = PASSWORDS.filter((name) => older[name] === undefined)
  const lines = passwords.map((name) => `${name}=${hex()}\n`).join('')
  if (make(at('.env'), `${ENV_HELP}${lines}`, uid, gid)) files.push('.env')
  else appendFileSync(at('.env'), lines, { flush: true })
  const taken = Object.fromEntries(
    Object.entries(older).filter(([name]) => name in VARIABLES && !SET_BY_COMPOSE.has(name)),
  )
  const settings = { TRUST_PROXY: GATEWAY, METRICS_TOKEN: base64(), ...taken, PUBLIC_URL: publicUrl }
  if (make(at('app.env'), appSettings(settings), uid, gid)) files.push('app.env')
  secret('session_keys', older['SESSION_KEYS'] ?? base64())
  secret('key_encryption_key', older['KEY_ENCRYPTION_KEY'] ?? base64())
  let logKey: string | null = null
  if (!existsSync(at('secrets/ledger_log_key'))) {
    const given = older['LEDGER_LOG_KEY']
    const keys = await makeNoteKeys(`${new URL(publicUrl).host}/log`, 'log')
    secret('ledger_log_key', given ?? keys.signerKey)
    logKey = given === undefined ? keys.verifierKey : null
  }
  return { files, logKey }
}

/** Makes the key of a witness on this machine; returns its public key. @throws {Error} there is one */
export const makeWitnessKey = async (folder: string, name: string): Promise<string> => {
  const keys = await makeNoteKeys(name, 'witness')
  mkdirSync(path.join(folder, 'secrets'), { recursive: true, mode: 0o711 })
  if (!make(path.join(folder, 'secrets/witness_key'), `${keys.signerKey}\n`, SECRET_OWNER, SECRET_OWNER))
    throw new Error('secrets/witness_key is there already')
  return keys.verifierKey
}
