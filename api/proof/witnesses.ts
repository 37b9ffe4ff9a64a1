import type { NoteVerifier } from '../../events/proof/note-keys.ts'
import { allOf, type Quorum } from '../../events/proof/quorum.ts'
import { SIGNATURES_MAX } from '../../events/proof/signed-note.ts'
import { parsePolicy, type WitnessPolicy } from '../../events/proof/witness-policy.ts'
import { messageOf } from '../../events/thrown.ts'
import { outsideOriginProblem } from '../config/connections.ts'
import type { Config } from '../config/config.ts'
import { InvalidConfig } from '../config/invalid-config.ts'
import { readGiven } from '../config/given-file.ts'
import { openWitnessKeys } from './keys.ts'

/** The witnesses of this log. */
export interface LogWitnesses {
  readonly keys: readonly { readonly key: string; readonly verifier: NoteVerifier }[]
  /** Whose signatures make a checkpoint the best one for a receipt. */
  readonly quorum: Quorum
  /** Prefixes of those that are asked to sign. */
  readonly urls: readonly string[]
  /** Keys by which the log may sign; none: any. */
  readonly logs: readonly string[]
  /** They are not configured: a development machine accepts its own, which may never run. */
  readonly isAssumed: boolean
}

/** @throws {InvalidConfig} when the policy names logs, and this one is none of them */
export const assertNamed = ({ logs }: LogWitnesses, verifierKey: string): void => {
  if (logs.length > 0 && !logs.includes(verifierKey))
    throw new InvalidConfig('WITNESS_POLICY names logs, but not this one by the key of LEDGER_LOG_KEY')
}

const readPolicy = async (file: string): Promise<WitnessPolicy> => {
  try {
    return await parsePolicy(readGiven(file))
  } catch (error) {
    throw new InvalidConfig(`WITNESS_POLICY ${file} cannot be read: ${messageOf(error)}`)
  }
}

type WitnessConfig = Pick<Config, 'witnessKeys' | 'witnessUrls' | 'witnessPolicy' | 'dataDir' | 'environment'>

/** One line of a checkpoint is the log's own. */
const KEYS_MAX = SIGNATURES_MAX - 1

const assertRoom = (variable: string, { length }: LogWitnesses['keys']): void => {
  if (length > KEYS_MAX)
    throw new InvalidConfig(
      `${variable} names ${length} keys of witnesses; a checkpoint has room for ${KEYS_MAX} signatures of them`,
    )
}

/**
 * By a policy file, else by keys and URLs.
 * @throws {InvalidConfig} naming the variable that is wrong
 */
export const openWitnesses = async (
  config: WitnessConfig,
  readPublic: (privateKey: string) => Promise<string>,
): Promise<LogWitnesses> => {
  if (config.witnessPolicy === null) {
    const keys = await openWitnessKeys(config, readPublic)
    assertRoom('WITNESS_KEYS', keys)
    const verifiers = keys.map(({ verifier }) => verifier)
    return {
      keys,
      quorum: allOf(verifiers),
      urls: config.witnessUrls,
      logs: [],
      isAssumed: config.witnessKeys === null,
    }
  }
  const { logs, witnesses, quorum } = await readPolicy(config.witnessPolicy)
  assertRoom('WITNESS_POLICY', witnesses)
  const urls = witnesses.flatMap(({ url }) => url ?? [])
  for (const url of config.environment === 'production' ? urls : []) {
    const open = outsideOriginProblem(url)
    if (open !== null) throw new InvalidConfig(`WITNESS_POLICY: ${url} ${open}`)
  }
  return { keys: witnesses, quorum, urls, logs: logs.map(({ key }) => key), isAssumed: false }
}
