import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { VARIABLES } from '../../../api/config/variables.ts'
import { assertNamed, openWitnesses } from '../../../api/proof/witnesses.ts'
import { openWitnessKeys } from '../../../api/proof/keys.ts'
import { toBase64 } from '../../../events/proof/byte-text.ts'
import { makeNoteKeys, readVerifierKey, type NoteVerifier } from '../../../events/proof/note-keys.ts'
import { allOf, isDemanding, isMet, someOf } from '../../../events/proof/quorum.ts'
import { looksLikePolicy, parsePolicy } from '../../../events/proof/witness-policy.ts'

let log: string
const w: Record<string, string> = {}
const verifiers: Record<string, NoteVerifier> = {}
beforeAll(async () => {
  log = (await makeNoteKeys('log.example')).verifierKey
  for (const name of ['X1', 'X2', 'X3', 'Y1', 'Y2']) {
    w[name] = (await makeNoteKeys(`${name.toLowerCase()}.example`, 'witness')).verifierKey
    verifiers[name] = await readVerifierKey(w[name])
  }
})
const keys = (...names: readonly string[]) => names.flatMap((name) => verifiers[name] ?? [])

describe('a policy file', () => {
  /** The example of the specification. */
  const example = () => `# comment
log ${log} https://log.example/tiles/

witness X1 ${w['X1']} https://x1.example/
\twitness X2 ${w['X2']}
witness X3 ${w['X3']}
group X-witnesses 2 X1 X2 X3

witness Y1 ${w['Y1']}
witness Y2 ${w['Y2']}
group Y-witnesses any Y1 Y2

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`
  it('says whose signatures are enough', async () => {
    const policy = await parsePolicy(example())
    expect(policy.logs).toMatchObject([{ key: log, url: 'https://log.example/tiles/' }])
    expect(policy.witnesses.map(({ url }) => url)).toEqual(['https://x1.example/', null, null, null, null])
    const enough = (...names: readonly string[]) => isMet(policy.quorum, keys(...names))
    expect(enough('X1', 'X3', 'Y2')).toBe(true)
    expect(enough('X1', 'X2', 'X3')).toBe(false)
    expect(enough('X1', 'Y1', 'Y2')).toBe(false)
    expect(isDemanding(policy.quorum)).toBe(true)
    expect(isDemanding((await parsePolicy('quorum none\n')).quorum)).toBe(false)
    expect(isMet((await parsePolicy(`witness a ${w['X1']}\nquorum a`)).quorum, keys('X1'))).toBe(true)
    expect(looksLikePolicy(example())).toBe(true)
    expect(looksLikePolicy(`${log}\n${w['X1']}`)).toBe(false)
  })

  it.each([
    ['no quorum', () => `log ${log}\n`, /has no quorum/],
    ['two quorums', () => 'quorum none\nquorum none\n', /Line 2 .*another quorum/],
    ['a name from below', () => `quorum a\nwitness a ${w['X1']}\n`, /Line 1 .*No line above defines "a"/],
    ['a name twice', () => `witness a ${w['X1']}\nwitness a ${w['X2']}\n`, /Line 2 .*"a" is taken/],
    ['the name none', () => `witness none ${w['X1']}\n`, /"none" is taken/],
    ['a key twice', () => `witness a ${w['X1']}\nwitness b ${w['X1']}\n`, /Line 2 .*there twice/],
    ['a member twice', () => `witness a ${w['X1']}\ngroup g all a a\n`, /Line 2 .*in a group already/],
    ['a member of two groups', () => `witness a ${w['X1']}\ngroup g all a\ngroup h any a\n`, /Line 3/],
    ['too high a number', () => `witness a ${w['X1']}\ngroup g 2 a\n`, /from 1 to 1/],
    ['no members', () => 'group g all\n', /has members/],
    ['the key of a log for a witness', () => `witness a ${log}\n`, /has not the key of a witness/],
    ['the key of a witness for a log', () => `log ${w['X1']}\n`, /has not the key of a log/],
    ['no URL', () => `log ${log} javascript:1\n`, /is not a URL/],
    ['another word', () => 'trust me\n', /Line 1 .*not a line of a policy/],
    ['the line ends of another system', () => 'quorum none\r\n', /control characters/],
  ])('is refused with %s', async (_, text, says) => {
    await expect(parsePolicy(text())).rejects.toThrow(says)
  })
})

describe('the policy of a server', () => {
  const open = async (text: string, environment: 'test' | 'production' = 'production') => {
    const dir = mkdtempSync(path.join(tmpdir(), 'youtility-policy-'))
    const witnessPolicy = path.join(dir, 'policy.txt')
    writeFileSync(witnessPolicy, text)
    const config = { witnessPolicy, witnessKeys: null, witnessUrls: [], dataDir: '', environment }
    return openWitnesses(config, async () => '').finally(() => rmSync(dir, { recursive: true }))
  }
  const policy = (url: string) => `log ${log}\nwitness a ${w['X1']} ${url}\nwitness b ${w['X2']}\nquorum a\n`

  it('names whom to ask, over https to a service in production', async () => {
    const read = await open(policy('https://a.example/w'))
    expect(read).toMatchObject({ urls: ['https://a.example/w'], logs: [log] })
    expect(read.keys.map(({ key }) => key)).toEqual([w['X1'], w['X2']])
    expect([isMet(read.quorum, keys('X1')), isMet(read.quorum, keys('X2'))]).toEqual([true, false])
    for (const url of ['http://a.example', 'https://10.0.0.1', 'https://localhost'])
      await expect(open(policy(url))).rejects.toThrow(/^WITNESS_POLICY: http.* must /)
    expect((await open(policy('http://127.0.0.1:1'), 'test')).urls).toEqual(['http://127.0.0.1:1'])
    await expect(open('quorum x\n')).rejects.toThrow(/^WITNESS_POLICY .*policy\.txt cannot be read: Line 1/)
  })

  it('must name this log, if it names any', async () => {
    const read = await open(policy('https://a.example'))
    expect(() => assertNamed(read, log)).not.toThrow()
    expect(() => assertNamed(read, w['X1'] ?? '')).toThrow(/WITNESS_POLICY names logs, but not this one/)
    expect(() => assertNamed({ ...read, logs: [] }, w['X1'] ?? '')).not.toThrow()
  })
})

describe('a quorum of keys', () => {
  it('counts witnesses, not keys: one who has changed its key signs with one of them', async () => {
    const former = await readVerifierKey((await makeNoteKeys('x1.example', 'witness')).verifierKey)
    const both = [...keys('X1'), former]
    expect(isMet(allOf(both), keys('X1'))).toBe(true)
    expect(isMet(allOf(both), [former])).toBe(true)
    expect(isMet(someOf(2, both), both)).toBe(false)
  })

  it('counts a public key once, whatever names it is given', async () => {
    const [one] = keys('X1')
    const again = one && { ...one, name: 'somebody-else.example' }
    expect(isMet(someOf(2, one && again ? [one, again] : []), one && again ? [one, again] : [])).toBe(false)
  })
})

describe('a key of a kind that is not known', () => {
  it('is named with the kinds that are', async () => {
    const mlDsa = `w.example+00000000+${toBase64(new Uint8Array([6, ...new Uint8Array(1_312)]))}`
    const says = /key of w\.example is of kind 6 \(ML-DSA-44 cosignatures\).*known are 1 \(.*\) and 4 \(/
    await expect(readVerifierKey(mlDsa)).rejects.toThrow(says)
    const witnessKeys = VARIABLES.WITNESS_KEYS.schema.parse(mlDsa)
    const config = { witnessKeys, dataDir: '', environment: 'production' } as const
    const opening = openWitnessKeys(config, async () => '')
    await expect(opening).rejects.toThrow(says)
    await expect(opening).rejects.toThrow(/^WITNESS_KEYS: /)
  })
})
