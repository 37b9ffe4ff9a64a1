import { readVerifierKey, type NoteVerifier } from './note-keys.ts'
import { NO_QUORUM, witnessesIn, type Quorum } from './quorum.ts'

/** A key of a policy. */
export interface PolicyKey {
  /** As it stands in the file. */
  readonly key: string
  readonly verifier: NoteVerifier
}

/** A key of a policy, and where its owner answers. */
interface PolicyParty extends PolicyKey {
  /** A log's tiles, or the prefix at which a witness takes checkpoints; null: not said. */
  readonly url: string | null
}

/** Which logs are believed, and which witnesses must have signed, by https://c2sp.org/tlog-policy. */
export interface WitnessPolicy {
  readonly logs: readonly PolicyParty[]
  readonly witnesses: readonly PolicyParty[]
  readonly quorum: Quorum
}

/** Far more than anybody needs, and than the 32 that the specification asks for. */
const CHARACTERS_MAX = 200_000
const LINES_MAX = 1_000
const NAME_NONE = 'none'
/** ASCII's control characters, except the tab and the newline that ends a line. */
// oxlint-disable-next-line no-control-regex -- They are what the specification excludes.
const CONTROL = /[\u0000-\u0008\u000A-\u001F\u007F]/

const keyOf = async (
  kind: NoteVerifier['kind'],
  key: string,
  url: string | undefined,
  others: readonly PolicyParty[],
): Promise<PolicyParty> => {
  const verifier = await readVerifierKey(key)
  if (verifier.kind !== kind) throw new Error(`${verifier.name} has not the key of a ${kind}`)
  if (others.some((other) => other.verifier.publicKey === verifier.publicKey))
    throw new Error(`The key of ${verifier.name} is there twice`)
  if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    throw new Error(`"${url}" is not a URL`)
  return { key, verifier, url: url ?? null }
}

const thresholdOf = (text: string, of: number): number => {
  const needs = text === 'all' ? of : text === 'any' ? 1 : /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0
  if (needs < 1 || needs > of) throw new Error(`"${text}" is not a number from 1 to ${of}, nor any or all`)
  return needs
}

/** Reads a policy line by line. */
const createReader = () => {
  const logs: PolicyParty[] = []
  const witnesses: PolicyParty[] = []
  const named = new Map<string, Quorum>()
  const grouped = new Set<string>()
  let quorum: Quorum | null = null

  const quorumOf = (name: string): Quorum => {
    const known = named.get(name)
    if (!known) throw new Error(`No line above defines "${name}"`)
    return known
  }
  const define = (name: string, meaning: Quorum): void => {
    if (name === NAME_NONE || named.has(name)) throw new Error(`The name "${name}" is taken`)
    named.set(name, meaning)
  }
  const group = (name: string, threshold: string, members: readonly string[]): void => {
    if (members.length === 0) throw new Error('A group has members')
    const needs = thresholdOf(threshold, members.length)
    for (const member of members) {
      if (grouped.has(member)) throw new Error(`"${member}" is in a group already`)
      grouped.add(member)
    }
    define(name, { kind: 'group', needs, members: members.map(quorumOf) })
  }
  const line = async ([keyword = '', ...items]: readonly string[]): Promise<void> => {
    const [first, second, third, ...more] = items
    if (keyword === 'log' && first !== undefined && third === undefined)
      return void logs.push(await keyOf('log', first, second, logs))
    if (keyword === 'witness' && first !== undefined && second !== undefined && more.length === 0) {
      const read = await keyOf('witness', second, third, witnesses)
      define(first, { kind: 'witness', witness: read.verifier })
      return void witnesses.push(read)
    }
    if (keyword === 'group' && first !== undefined && second !== undefined)
      return group(first, second, items.slice(2))
    if (keyword === 'quorum' && first !== undefined && second === undefined) {
      if (quorum) throw new Error('There is another quorum')
      quorum = first === NAME_NONE ? NO_QUORUM : quorumOf(first)
      return
    }
    throw new Error('It is not a line of a policy: log, witness, group or quorum')
  }
  const end = (): WitnessPolicy => {
    if (!quorum) throw new Error('The policy has no quorum line')
    return { logs, witnesses, quorum }
  }
  return { line, end }
}

/**
 * Parses a policy file.
 * @throws {Error} naming the line that cannot be read
 */
export const parsePolicy = async (text: string): Promise<WitnessPolicy> => {
  const lines = text.replace(/\n$/, '').split('\n')
  if (text.length > CHARACTERS_MAX || lines.length > LINES_MAX) throw new Error('The policy is too long')
  const reader = createReader()
  for (const [index, line] of lines.entries()) {
    const items = line.split(/[ \t]+/).filter(Boolean)
    if (items.length === 0 || items[0]?.startsWith('#')) continue
    try {
      if (CONTROL.test(line)) throw new Error('It has control characters')
      await reader.line(items)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new Error(`Line ${index + 1} of the policy: ${why}`, { cause: error })
    }
  }
  return reader.end()
}

/** Whether a text is meant to be a policy rather than a list of keys. */
export const looksLikePolicy = (text: string): boolean => /^[ \t]*quorum[ \t]/m.test(text)

/**
 * The policy that so many of the witnesses with these keys must have signed. Keys of one name are those of one witness,
 * which signs with one of them; a public key counts once.
 */
export const formatPolicy = ({
  logs,
  witnesses,
  needs,
}: {
  readonly logs: readonly PolicyKey[]
  readonly witnesses: readonly PolicyKey[]
  readonly needs: number
}): string => {
  const textOf = new Map([...logs, ...witnesses].map(({ key, verifier }) => [verifier, key]))
  const verifiersOf = (keys: readonly PolicyKey[]) => witnessesIn(keys.map(({ verifier }) => verifier))
  const named = verifiersOf(witnesses).map((keys, witness) => ({
    keys: keys.map((verifier, key) => ({
      name: `witness-${witness + 1}-key-${key + 1}`,
      text: textOf.get(verifier) ?? '',
    })),
    name: `witness-${witness + 1}`,
  }))
  const members = named.map(({ name }) => name).join(' ')
  return [
    ...verifiersOf(logs)
      .flat()
      .map((verifier) => `log ${textOf.get(verifier) ?? ''}`),
    ...named.flatMap(({ name, keys }) => [
      ...keys.map((key) => `witness ${key.name} ${key.text}`),
      `group ${name} any ${keys.map((key) => key.name).join(' ')}`,
    ]),
    ...(needs === 0 ? ['quorum none'] : [`group needed ${needs} ${members}`, 'quorum needed']),
  ]
    .map((line) => `${line}\n`)
    .join('')
}
