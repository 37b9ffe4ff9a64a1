import type { BaseLogger } from 'pino'
import { Counter, Gauge, type Metric } from 'prom-client'
import { createBackoff } from '../../events/backoff.ts'
import { parseCheckpoint } from '../../events/proof/checkpoint.ts'
import type { ProofPath } from '../../events/proof/merkle-tree.ts'
import { formatNote, parseNote, type SignedNote } from '../../events/proof/signed-note.ts'
import { messageOf } from '../../events/thrown.ts'
import { realTimers, type Timers } from '../../events/timers.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import { withoutSlash, type AskWitness } from './ask-witness.ts'
import type { SealedCheckpoint } from './checkpoints.ts'
import { BadCosignature } from './cosignatures.ts'

/** A witness is asked at most this often. */
const ASK_EVERY_MS = 1_000
const BACKOFF_MS = { minMs: 2_000, maxMs: 300_000 }
/** A 409 names the size to begin from; a second one means that another process asks too. */
const ATTEMPTS = 3

/**
 * Why a witness has not signed. `inconsistent` and `rolled_back` are the alarm that witnesses exist for: it has seen
 * another history of this log than the one it is shown now.
 */
type Reason =
  | 'unreachable'
  | 'refused'
  | 'unknown_log'
  | 'unknown_key'
  | 'bad_signature'
  | 'inconsistent'
  | 'rolled_back'
const ALARMS: ReadonlySet<Reason> = new Set(['inconsistent', 'rolled_back'])

class NotSigned extends Error {
  readonly reason: Reason
  constructor(reason: Reason, why: string) {
    super(why)
    this.reason = reason
  }
}

export interface CosigningParts {
  readonly newest: () => Promise<SealedCheckpoint | null>
  /** From the tree of `old` events to that of `size`; null while the tree has not reached it. */
  readonly proof: (old: number, size: number) => Promise<ProofPath | null>
  /** Stores the signatures of known witnesses; `known`: how many there were. Throws where one is not valid. */
  readonly store: (size: number, note: SignedNote) => Promise<{ readonly known: number }>
  readonly log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
  readonly timers?: Timers
  readonly random?: () => number
}

const REFUSALS: Readonly<Record<number, Reason>> = {
  403: 'unknown_log',
  404: 'unknown_log',
  422: 'inconsistent',
}

/** Asks one witness to sign the newest checkpoint, and remembers how far it has signed. */
export const createAsking = (
  parts: CosigningParts,
  ask: AskWitness,
  onRefused: (reason: Reason) => void = () => {},
) => {
  const { newest, proof, store, timers: { now } = realTimers } = parts
  /** Size that the witness signed last, as far as is known. */
  let old = 0
  let signed = 0
  let behindSince: number | null = null

  /** @returns whether the witness has signed; false when it is to be asked again later */
  const attempt = async ({ size, note }: SealedCheckpoint): Promise<boolean> => {
    const { text, signatures } = parseNote(note)
    const { origin } = parseCheckpoint(text)
    const own = formatNote({ text, signatures: signatures.filter(({ name }) => name === origin) })
    const otherTree = `it has signed another tree of ${size} events`
    /** A conflict although it was told the size that it signed last can only be about the root. */
    const isOtherTree = (status: number): boolean => status === 409 && old === size
    for (let attempts = 0; attempts < ATTEMPTS; attempts += 1) {
      const path = old === 0 || old === size ? [] : await proof(old, size)
      if (path === null) return false
      const answer = await ask({ old, proof: path, note: own })
      switch (answer.kind) {
        case 'unreachable':
          throw new NotSigned('unreachable', answer.why)
        case 'refused':
          throw isOtherTree(answer.status)
            ? new NotSigned('inconsistent', `${otherTree}: ${answer.status} ${answer.why}`)
            : new NotSigned(REFUSALS[answer.status] ?? 'refused', `${answer.status} ${answer.why}`)
        case 'other_size': {
          if (answer.size === size && isOtherTree(409)) throw new NotSigned('inconsistent', otherTree)
          old = answer.size
          if (old <= size) break
          const { size: has } = (await newest()) ?? { size: 0 }
          if (old <= has) return false
          old = 0
          throw new NotSigned('rolled_back', `it has signed ${answer.size} events, and this log has ${has}`)
        }
        case 'signed': {
          const { known } = await kept(size, text, own, answer.lines)
          if (known === 0)
            throw new NotSigned('unknown_key', 'its signature is by none of the keys that are configured')
          old = size
          signed = size
          return true
        }
      }
    }
    // Nothing keeps it from answering so for ever.
    throw new NotSigned('refused', `it answers each time that it has signed another size, now ${old}`)
  }

  const kept = async (size: number, text: string, own: string, lines: string) => {
    if (lines.trim() === '') throw new NotSigned('bad_signature', 'it answers 200 without a signature')
    let signatures: SignedNote['signatures']
    try {
      ;({ signatures } = parseNote(own + lines))
    } catch (error) {
      throw new NotSigned('bad_signature', messageOf(error))
    }
    try {
      return await store(size, { text, signatures })
    } catch (error) {
      if (error instanceof BadCosignature) throw new NotSigned('bad_signature', error.message)
      throw error
    }
  }

  const round = async (): Promise<boolean> => {
    const seal = await newest()
    if (!seal || seal.size === signed) {
      behindSince = null
      return true
    }
    behindSince ??= now()
    try {
      const isSigned = await attempt(seal)
      if (isSigned) behindSince = null
      return isSigned
    } catch (error) {
      if (error instanceof NotSigned) onRefused(error.reason)
      throw error
    }
  }
  return {
    round,
    /** Events that the witness has signed since this process began. */
    signed: () => signed,
    /** For how long the newest checkpoint has waited for it, s. */
    behindSeconds: () => (behindSince === null ? 0 : (now() - behindSince) / 1_000),
  }
}

const withoutProtocol = (url: string): string => withoutSlash(url.replace(/^https?:\/\//, ''))

/** Reports once when a witness stops signing, for whatever reason, and once when it signs again. */
const createReport = ({ log }: Pick<CosigningParts, 'log'>, witness: string) => {
  let said: Reason | null = null
  return (problem: NotSigned | null): void => {
    if (problem === null) {
      if (said !== null) log.info({ witness }, 'A witness signs again')
      said = null
      return
    }
    if (problem.reason === said) return
    said = problem.reason
    const about = { witness, reason: problem.reason, why: problem.message }
    if (ALARMS.has(problem.reason))
      log.error(about, 'A witness has seen another history of this log: stop and look before anything else')
    else log.warn(about, 'A witness has not signed the newest checkpoint; it is asked again')
  }
}

interface Cosigning {
  readonly metrics: readonly Metric[]
  /** `sealed` is to be called when there is a new checkpoint. */
  readonly start: () => { readonly processes: readonly Recurring[]; readonly sealed: () => void }
}

/** Has every new checkpoint signed by these witnesses, each at its own pace, beside the ledger. */
export const createCosigning = ({
  witnesses,
  ...parts
}: CosigningParts & {
  readonly witnesses: readonly { readonly url: string; readonly ask: AskWitness }[]
}): Cosigning => {
  const refusals = new Counter({
    name: 'ledger_witness_refusals_total',
    help: 'Times that a witness has not signed, by reason; inconsistent and rolled_back are alarms',
    labelNames: ['witness', 'reason'],
    registers: [],
  })
  const asked = witnesses.map(({ url, ask }) => {
    const witness = withoutProtocol(url)
    const asking = createAsking(parts, ask, (reason) => refusals.inc({ witness, reason }))
    const report = createReport(parts, witness)
    const backoff = createBackoff({ ...BACKOFF_MS, ...(parts.random && { random: parts.random }) })
    const { now } = parts.timers ?? realTimers
    let notBefore = 0
    const round = async (): Promise<number | void> => {
      const restMs = notBefore - now()
      // A new checkpoint does not shorten the pause of a witness that is away.
      if (restMs > 0) return restMs
      try {
        const isSigned = await asking.round()
        backoff.reset()
        report(null)
        return isSigned ? undefined : ASK_EVERY_MS
      } catch (error) {
        if (!(error instanceof NotSigned)) throw error
        report(error)
        const pauseMs = backoff.nextMs()
        notBefore = now() + pauseMs
        return pauseMs
      }
    }
    return { witness, asking, round }
  })
  const gauge = (name: string, help: string, valueOf: (one: (typeof asked)[number]) => number): Gauge => {
    const made: Gauge = new Gauge({
      name,
      help,
      labelNames: ['witness'],
      registers: [],
      collect: () => {
        for (const one of asked) made.set({ witness: one.witness }, valueOf(one))
      },
    })
    return made
  }
  return {
    metrics: [
      refusals,
      gauge('ledger_witness_size', 'Events that a witness has signed last', ({ asking }) => asking.signed()),
      gauge(
        'ledger_witness_behind_seconds',
        'How long the newest checkpoint has waited for a witness',
        ({ asking }) => asking.behindSeconds(),
      ),
    ],
    start: () => {
      const processes = asked.map(({ witness, round }) =>
        recurring({
          name: `witness ${witness}`,
          everyMs: ASK_EVERY_MS,
          wokenBy: [],
          round,
          log: parts.log,
          ...(parts.timers && { timers: parts.timers }),
        }),
      )
      return {
        processes,
        sealed: () => {
          for (const { wake } of processes) wake('work')
        },
      }
    },
  }
}
