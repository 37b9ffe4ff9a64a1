import path from 'node:path'
import { readCosignerKey, readVerifierKey, type NoteSigner } from '../../events/proof/note-keys.ts'
import { looksLikePolicy, parsePolicy, type WitnessPolicy } from '../../events/proof/witness-policy.ts'
import { messageOf } from '../../events/thrown.ts'
import { readGiven } from '../config/given-file.ts'
import { hostOf, isLoopback } from '../config/connections.ts'
import { VARIABLES } from '../config/variables.ts'
import { developmentWitnessKey } from '../proof/keys.ts'

interface WitnessConfig {
  /** URL of the ledger to look at; null: only other logs. */
  readonly url: string | null
  readonly logKey: string | null
  /** Other logs: their keys, and the prefixes of their tiles where this witness is to look by itself. */
  readonly logs: WitnessPolicy['logs']
  readonly signer: NoteSigner
  readonly stateDir: string
  readonly everyMs: number
  /** Port to publish the last signed checkpoint on; null: not published. */
  readonly port: number | null
  readonly host: string
}

export const WITNESS_HELP = `npm run witness [-- --once | --new-key <name> | --accept-end <file> | --help]

Watches over a log from outside: fetches its checkpoint, makes sure by a consistency proof that it continues the last
one, signs it and hands the signature back. It needs nothing but the log's public URL. Run it on another machine than
the ledger, under somebody else's hands.

  --once            look once and end: 0 all is well, 1 refused (a fork, a roll-back), 3 the log cannot be reached
  --new-key <name>  make a key for a witness of this name, such as witness.example.org, write it to WITNESS_KEY_FILE
                    (which must not exist) and print the public key, for WITNESS_KEYS of the ledger
  --accept-end <file>  take the statement that the ledger's log has ended (npm run ledger -- end-log), when you know why,
                    and sign the log after it, if that continues what the statement says was kept. Then set
                    WITNESS_LOG_KEY to the new key

  WITNESS_LEDGER_URL     the log; default in development http://localhost:8080
  WITNESS_LOG_KEY        its public key, as you were told it; unset, what the log says at the first sight is kept
  WITNESS_KEY_FILE       file with the private key of this witness; development makes one in DATA_DIR
  WITNESS_STATE_DIR      folder of what it has seen, to be backed up; default witness in DATA_DIR
  WITNESS_EVERY_SECONDS  pause between looks; default 10
  WITNESS_LOGS           file with further logs, a line "log <public key> [<prefix of its tiles>]" for each (C2SP
                         tlog-policy); with it WITNESS_LEDGER_URL may be unset. Without a prefix the log sends its
                         checkpoints itself
  WITNESS_PORT           publish on this port what was signed last and the keys, and sign what logs send there
                         (C2SP tlog-witness: POST /add-checkpoint); unset: neither
  WITNESS_HOST           address to publish on; default 127.0.0.1
`

type Environment = Readonly<Record<string, string | undefined>>

const numberOf = (env: Environment, name: string, max: number): number | null => {
  const text = env[name]?.trim()
  if (!text) return null
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > max)
    throw new Error(`${name} must be a number from 1 to ${max}`)
  return value
}

const isInTheOpen = (url: string): boolean => !url.startsWith('https:') && !isLoopback(hostOf(url))

const readLogs = async (file: string | undefined, production: boolean): Promise<WitnessPolicy['logs']> => {
  if (!file) return []
  try {
    // A policy without witnesses; a file of logs alone may leave the quorum out.
    const text = readGiven(file)
    const { logs } = await parsePolicy(looksLikePolicy(text) ? text : `${text}\nquorum none\n`)
    if (logs.length === 0) throw new Error('It names no log')
    const open = logs.find(({ url }) => url !== null && isInTheOpen(url))
    if (open && production) throw new Error(`${open.url} must be https`)
    return logs
  } catch (error) {
    throw new Error(`WITNESS_LOGS ${file}: ${messageOf(error)}`, { cause: error })
  }
}

/** @throws {Error} naming the variable that is invalid */
export const loadWitnessConfig = async (env: Environment, now: () => Date): Promise<WitnessConfig> => {
  const production = env['NODE_ENV'] === 'production'
  const dataDir = path.resolve(env['DATA_DIR']?.trim() || VARIABLES.DATA_DIR.development || '.data')
  const logs = await readLogs(env['WITNESS_LOGS']?.trim(), production)
  const given = env['WITNESS_LEDGER_URL']?.trim()
  const url = given || (production || logs.length > 0 ? null : 'http://localhost:8080')
  if (url === null ? logs.length === 0 : !URL.canParse(url) || !/^https?:/.test(url))
    throw new Error('WITNESS_LEDGER_URL must be the URL of the ledger')
  if (production && url !== null && isInTheOpen(url))
    throw new Error('WITNESS_LEDGER_URL must be https for a ledger that is not on this machine')
  const keyFile = env['WITNESS_KEY_FILE']?.trim()
  if (!keyFile && production) throw new Error('WITNESS_KEY_FILE is required when NODE_ENV=production')
  const key = keyFile ? readGiven(keyFile).trim() : await developmentWitnessKey(dataDir)
  const logKey = env['WITNESS_LOG_KEY']?.trim() || null
  if (logKey !== null) await readVerifierKey(logKey)
  return {
    url,
    logKey,
    logs,
    signer: await readCosignerKey(key, now),
    stateDir: path.resolve(env['WITNESS_STATE_DIR']?.trim() || path.join(dataDir, 'witness')),
    everyMs: (numberOf(env, 'WITNESS_EVERY_SECONDS', 86_400) ?? 10) * 1_000,
    port: numberOf(env, 'WITNESS_PORT', 65_535),
    host: env['WITNESS_HOST']?.trim() || '127.0.0.1',
  }
}
