import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { readCanonicalEvent } from '../../events/proof/canonical-reading.ts'
import { messageOf } from '../../events/thrown.ts'
import { BUNDLE, BUNDLE_JOURNALS, bundleReadme } from './bundle-files.ts'
import { linesOf, textOf } from './evidence-files.ts'
import { writeJournal } from './export.ts'
import { NotProven } from './failure.ts'
import type { TimedEvent } from './moment.ts'
import { verifierPage } from './verifier-page.ts'

/** The events of a bundle. Positions are not in it: they are counted from 1, as Postgres does. */
async function* eventsIn(dir: string): AsyncGenerator<TimedEvent> {
  let position = 0n
  let time = ''
  for await (const line of linesOf(path.join(dir, BUNDLE.events))) {
    position += 1n
    try {
      const recorded = readCanonicalEvent(line, position)
      if (recorded.recordedAt > time) time = recorded.recordedAt
      yield { recorded, time }
    } catch (error) {
      throw new NotProven(`Line ${position} of ${BUNDLE.events} is no event: ${messageOf(error)}`, {
        cause: error,
      })
    }
  }
}

/** The positions in journals, by which EventStoreDB counts otherwise than Postgres. */
const POSITION = /^(?:\d{4}-\d\d-\d\d \* \(|  position: )(\d+)/

/** Hashes of a journal's lines, whole and without positions; `grows`: each position is behind the one before it. */
const createSum = () => {
  const [whole, counted] = [createHash('sha256'), createHash('sha256')]
  let last = 0n
  let grows = true
  return {
    add: (line: string): void => {
      const [head = '', position] = POSITION.exec(line) ?? []
      whole.update(`${line}\n`)
      counted.update(`${line.slice(head.length)}\n`)
      if (position === undefined) return
      grows &&= BigInt(position) > last
      last = BigInt(position)
    },
    end: () => ({ whole: whole.digest('hex'), counted: counted.digest('hex'), grows }),
  }
}

/**
 * Makes the journals again from the events, which checks every rule of the ledger too.
 * @returns what of them is not proven
 * @throws {NotProven} when a journal is another one
 */
export const recomputeJournals = async (dir: string): Promise<readonly string[]> => {
  const unproven: string[] = []
  for (const [name, journal] of BUNDLE_JOURNALS) {
    const made = createSum()
    let rest = ''
    await writeJournal(journal(), eventsIn(dir), {
      dense: true,
      first: null,
      progress: () => {},
      out: async (text) => {
        const lines = `${rest}${text}`.split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) made.add(line)
      },
    })
    const given = createSum()
    for await (const line of linesOf(path.join(dir, name))) given.add(line)
    const [theirs, ours] = [given.end(), made.end()]
    if (theirs.whole === ours.whole) continue
    if (theirs.counted !== ours.counted || !theirs.grows)
      throw new NotProven(
        `${name} is not what the events give: it was altered, or another release wrote it in another way`,
      )
    unproven.push(`the positions in ${name}`)
  }
  return unproven
}

/** What is not evidence: keys that were noted, and the files of the release that made the bundle. */
export const recomputeTexts = (dir: string): readonly string[] => {
  const read = (name: string) => textOf(path.join(dir, name))
  const keys = read(BUNDLE.keys).split('\n').filter(Boolean).join('\n')
  const policy = existsSync(path.join(dir, BUNDLE.policy)) ? read(BUNDLE.policy) : null
  const isOurs = (name: string, text: string) =>
    read(name) === text ? [] : [`${name} (this release writes it otherwise: do not rely on it)`]
  return [
    BUNDLE.keys,
    ...(policy === null ? [] : [BUNDLE.policy]),
    ...isOurs(BUNDLE.page, verifierPage(policy ?? keys)),
    ...isOurs(BUNDLE.readme, bundleReadme({ hasPolicy: policy !== null })),
  ]
}
