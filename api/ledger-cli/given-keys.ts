import { readGiven } from '../config/given-file.ts'
import { readVerifierKey, type NoteVerifier } from '../../events/proof/note-keys.ts'
import { allOf, NO_QUORUM, someOf, witnessesIn, type Quorum } from '../../events/proof/quorum.ts'
import { formatPolicy, parsePolicy, type PolicyKey } from '../../events/proof/witness-policy.ts'
import type { KnownKeys } from '../../events/proof/witnessed.ts'
import { messageOf } from '../../events/thrown.ts'
import type { Given } from './command.ts'
import { UsageError } from './failure.ts'

/** Options that say whose signatures are needed. */
export const KEY_OPTIONS = { key: 'list', 'require-witness': 'text', policy: 'text' } as const

/** Whether any of them is given. */
export const isKeyGiven = (given: Given): boolean =>
  given.list('key').length > 0 || given.text('require-witness') !== null || given.text('policy') !== null

/** Their help. */
export const KEY_HELP = `  --key <public key>     a key you trust, as often as there are: of the log, and of witnesses. Every witness whose
                         key is given must have signed; signatures of keys that are not given are ignored
  --require-witness <n>  so many of these witnesses must have signed; 0: none must, who has signed is only said
  --policy <file>        whose signatures are needed, as a C2SP tlog-policy, in place of the two above`

/** The keys, and which witnesses must have signed. */
export interface GivenKeys extends KnownKeys {
  readonly quorum: Quorum
  /** The public keys as texts. */
  readonly texts: readonly string[]
  /** The rule as a policy's text, where it is another one than that all witnesses with these keys must have signed. */
  readonly policy: string | null
}

/** Far more than a key of a kind that is known here: the others are named, not printed. */
const KEY_CHARACTERS_MAX = 120
const shortened = (text: string): string =>
  text.length <= KEY_CHARACTERS_MAX ? text : `${text.slice(0, KEY_CHARACTERS_MAX)}…`

const ofPolicy = async (file: string): Promise<GivenKeys> => {
  try {
    const policy = readGiven(file)
    const { logs, witnesses, quorum } = await parsePolicy(policy)
    if (logs.length === 0) throw new Error('It names no log')
    return {
      logs: logs.map(({ verifier }) => verifier),
      witnesses: witnesses.map(({ verifier }) => verifier),
      quorum,
      texts: [...logs, ...witnesses].map(({ key }) => key),
      policy: policy.endsWith('\n') ? policy : `${policy}\n`,
    }
  } catch (error) {
    throw new UsageError(`--policy ${file}: ${messageOf(error)}`)
  }
}

const quorumOf = (required: string | null, witnesses: readonly NoteVerifier[]): Quorum => {
  if (required === null) return allOf(witnesses)
  const has = witnessesIn(witnesses).length
  if (!/^\d{1,4}$/.test(required) || Number(required) > has)
    throw new UsageError(
      `--require-witness ${required}: say how many of the ${has} witnesses whose keys are given with --key must have signed`,
    )
  return required === '0' ? NO_QUORUM : someOf(Number(required), witnesses)
}

/** @throws {UsageError} when they cannot be read, or there is none of the log */
export const readKeys = async (given: Given): Promise<GivenKeys> => {
  const texts = given.list('key').map((text) => text.trim())
  const required = given.text('require-witness')
  const file = given.text('policy')
  if (file !== null) {
    if (texts.length > 0 || required !== null)
      throw new UsageError('Give either a policy, or keys and how many witnesses are required')
    return ofPolicy(file)
  }
  const keys: PolicyKey[] = []
  for (const key of texts) {
    try {
      keys.push({ key, verifier: await readVerifierKey(key) })
    } catch (error) {
      throw new UsageError(`--key ${shortened(key)}: ${messageOf(error)}`)
    }
  }
  const of = (kind: NoteVerifier['kind']) => keys.filter(({ verifier }) => verifier.kind === kind)
  const [logs, witnesses] = [of('log'), of('witness')]
  if (logs.length === 0) throw new UsageError('Say whose signature is needed: --key <public key of the log>')
  const known = {
    logs: logs.map(({ verifier }) => verifier),
    witnesses: witnesses.map(({ verifier }) => verifier),
  }
  const quorum = quorumOf(required, known.witnesses)
  const isAll = required === null || Number(required) === witnessesIn(known.witnesses).length
  const policy = isAll ? null : formatPolicy({ logs, witnesses, needs: Number(required) })
  return { ...known, quorum, texts, policy }
}
