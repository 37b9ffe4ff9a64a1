/** `npm run witness`: monitors a log from outside. See `docs/operators.md` and `docs/auditors.md`. */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { systemClock } from '../../events/ids.ts'
import { makeNoteKeys } from '../../events/proof/note-keys.ts'
import { messageOf } from '../../events/thrown.ts'
import { loadWitnessConfig, WITNESS_HELP } from './config.ts'
import { createLogClient } from './log-client.ts'
import { publish } from './publish.ts'
import { witnessRound, type Outcome } from './round.ts'
import { openWitnessFiles, type WitnessFiles } from './state.ts'

const EXIT = { ok: 0, refused: 1, usage: 2, unreachable: 3 } as const

const sentenceOf = (outcome: Outcome): string => {
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
  }
}

const report = (outcome: Outcome, at: Date): void => {
  const isBad = outcome.kind === 'refused' || outcome.kind === 'unreachable'
  const line = { level: isBad ? 'error' : 'info', time: at.toISOString(), msg: sentenceOf(outcome) }
  ;(isBad ? process.stderr : process.stdout).write(`${JSON.stringify(line)}\n`)
}

const evidenceOf = (outcome: Extract<Outcome, { kind: 'refused' }>, seen: string | undefined): string =>
  `${outcome.why}\n\nSigned before:\n\n${seen ?? 'nothing'}\nShown now:\n\n${outcome.offered}`

const newKey = async (name: string): Promise<number> => {
  const file = process.env['WITNESS_KEY_FILE']?.trim()
  if (!file) throw new Error('Say in WITNESS_KEY_FILE where to write the private key')
  const { signerKey, verifierKey } = await makeNoteKeys(name, 'witness')
  writeFileSync(file, `${signerKey}\n`, { mode: 0o600, flag: 'wx' })
  process.stdout.write(`${verifierKey}\n`)
  return EXIT.ok
}

const watch = async (once: boolean): Promise<number> => {
  const config = await loadWitnessConfig(process.env, systemClock)
  const files: WitnessFiles = openWitnessFiles(config.stateDir)
  const client = createLogClient(config.url)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  let alarm: string | null = null
  const { signer, logKey, port, host } = config
  const published = { state: files.load, witnessKey: signer.verifierKey, alarm: () => alarm }
  const server = port === null || once ? null : await publish(published, port, host)
  let reported = ''
  try {
    while (!stopping.signal.aborted) {
      const outcome = await witnessRound({ client, files, signer, logKey })
      const at = systemClock()
      const isNews = sentenceOf(outcome) !== reported
      reported = sentenceOf(outcome)
      // A refusal is reported every round, other outcomes only when they change.
      if (outcome.kind === 'refused' || isNews) report(outcome, at)
      if (outcome.kind === 'refused') {
        alarm = `${at.toISOString()}: ${outcome.why}`
        if (isNews) files.saveEvidence(evidenceOf(outcome, files.load()?.note), at)
      }
      if (once && outcome.kind === 'unreachable') return EXIT.unreachable
      if (once) break
      await sleep(config.everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    return alarm === null ? EXIT.ok : EXIT.refused
  } finally {
    server?.close()
    server?.closeAllConnections()
    files.release()
  }
}

const run = async (): Promise<number> => {
  const { values } = parseArgs({
    options: { once: { type: 'boolean' }, 'new-key': { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) {
    process.stdout.write(WITNESS_HELP)
    return EXIT.ok
  }
  const name = values['new-key']
  return name === undefined ? watch(values.once === true) : newKey(name)
}

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n\n${WITNESS_HELP}`)
  process.exitCode = EXIT.usage
}
