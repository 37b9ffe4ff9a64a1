import { systemClock } from '../../events/ids.ts'
import type { NoteSigner } from '../../events/proof/note-keys.ts'
import { messageOf } from '../../events/thrown.ts'
import type { LogClient } from './log-client.ts'
import { witnessRound, type Outcome } from './round.ts'
import { recordRefusal, type WatchedLog } from './watched-log.ts'

/** An outcome as a sentence for the operator's log. */
export const sentenceOf = (outcome: Outcome): string => {
  switch (outcome.kind) {
    case 'cosigned':
      return (
        `Signed ${outcome.size} events` +
        (outcome.first ? ', the first that this witness sees of this log' : '') +
        (outcome.delivered ? '.' : '; the log did not take the signature yet.')
      )
    case 'unchanged':
      return `Still ${outcome.size} events.`
    case 'refused':
      return `REFUSED (${outcome.code}): ${outcome.why}. Nothing was signed.`
    case 'unreachable':
      return `Cannot look: ${outcome.why}`
    case 'failed':
      return `This look failed: ${outcome.why}. Nothing was signed; it is tried again.`
  }
}

type Report = (outcome: Outcome, at: Date, log: string | undefined) => void

/** Looks at one log, records a refusal, and reports what is new; returns the outcome. Never throws. */
export const createLook = (
  log: WatchedLog,
  client: LogClient,
  signer: NoteSigner,
  report: Report,
): (() => Promise<Outcome>) => {
  let reported = ''
  const { keys: logKeys, files, inTurn } = log
  const outcomeAt = async (at: Date): Promise<Outcome> => {
    const outcome = await inTurn('state', () => witnessRound({ client, files, signer, logKeys }))
    if (outcome.kind !== 'refused') return outcome
    try {
      recordRefusal(log, { ...outcome, text: outcome.offered }, at)
    } catch (error) {
      report({ kind: 'failed', why: `The refusal cannot be recorded: ${messageOf(error)}` }, at, nameOf(log))
    }
    return outcome
  }
  return async () => {
    const at = systemClock()
    const outcome = await outcomeAt(at)
    const isNews = sentenceOf(outcome) !== reported
    reported = sentenceOf(outcome)
    // A refusal is reported every round, other outcomes only when they change.
    if (outcome.kind === 'refused' || isNews) report(outcome, at, nameOf(log))
    return outcome
  }
}

const nameOf = ({ keys: [key] }: WatchedLog): string | undefined => key?.verifier.name
