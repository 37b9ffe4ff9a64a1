/** `npm run witness`: monitors a log from outside. See `docs/operators.md` and `docs/auditors.md`. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { systemClock } from '../../events/ids.ts'
import { readLogEnd } from '../../events/proof/log-end.ts'
import { makeNoteKeys, readVerifierKey, type NoteSigner } from '../../events/proof/note-keys.ts'
import { messageOf } from '../../events/thrown.ts'
import { loadWitnessConfig, WITNESS_HELP } from './config.ts'
import { createLogClient, createTilesClient, type LogClient } from './log-client.ts'
import { publish } from './publish.ts'
import { witnessRound, type Outcome } from './round.ts'
import { openWitnessFiles, type WitnessFiles } from './state.ts'
import { createTurns } from '../../events/turns.ts'
import { originHash } from '../proof/origin-hash.ts'
import type { WatchedLog } from './watched-log.ts'

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

const report = (outcome: Outcome, at: Date, log: string | undefined): void => {
  const isBad = outcome.kind === 'refused' || outcome.kind === 'unreachable'
  const line = { level: isBad ? 'error' : 'info', time: at.toISOString(), log, msg: sentenceOf(outcome) }
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

/** The logs to watch, and what must be released at the end. */
const openLogs = async ({ url, logKey, logs, stateDir }: Awaited<ReturnType<typeof loadWitnessConfig>>) => {
  const opened: WitnessFiles[] = []
  const open = (dir: string): WitnessFiles => {
    const files = openWitnessFiles(dir)
    opened.push(files)
    return files
  }
  const keyOf = async (text: string) => ({ text, verifier: await readVerifierKey(text) })
  const watched: WatchedLog[] = []
  if (url !== null)
    watched.push({
      key: logKey === null ? null : await keyOf(logKey),
      files: open(stateDir),
      inTurn: createTurns(),
      client: createLogClient(url),
      alarm: null,
    })
  for (const log of logs)
    watched.push({
      key: { text: log.key, verifier: log.verifier },
      files: open(path.join(stateDir, 'logs', originHash(log.verifier.name))),
      inTurn: createTurns(),
      client: log.url === null ? null : createTilesClient(log.url),
      alarm: null,
    })
  return { watched, release: () => opened.forEach(({ release }) => release()) }
}

/** Looks at one log and reports what is new; returns the outcome. */
const createLook = (log: WatchedLog, client: LogClient, signer: NoteSigner) => {
  let reported = ''
  return async (): Promise<Outcome> => {
    const logKey = log.key?.text ?? null
    const outcome = await log.inTurn('state', () =>
      witnessRound({ client, files: log.files, signer, logKey }),
    )
    const at = systemClock()
    const isNews = sentenceOf(outcome) !== reported
    reported = sentenceOf(outcome)
    // A refusal is reported every round, other outcomes only when they change.
    if (outcome.kind === 'refused' || isNews) report(outcome, at, log.key?.verifier.name)
    if (outcome.kind === 'refused') {
      log.alarm = `${at.toISOString()}: ${outcome.why}`
      if (isNews) log.files.saveEvidence(evidenceOf(outcome, log.files.load()?.note), at)
    }
    return outcome
  }
}

const watch = async (once: boolean): Promise<number> => {
  const config = await loadWitnessConfig(process.env, systemClock)
  const { signer, port, host, everyMs } = config
  const { watched, release } = await openLogs(config)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  const published = { logs: watched, signer, now: systemClock }
  const server = port === null || once ? null : await publish(published, port, host)
  const looks = watched.flatMap((log) => (log.client ? [createLook(log, log.client, signer)] : []))
  try {
    while (!stopping.signal.aborted) {
      const outcomes: Outcome[] = []
      for (const look of looks) outcomes.push(await look())
      if (once && outcomes.some(({ kind }) => kind === 'unreachable')) return EXIT.unreachable
      if (once) break
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    return watched.every(({ alarm }) => alarm === null) ? EXIT.ok : EXIT.refused
  } finally {
    server?.close()
    server?.closeAllConnections()
    release()
  }
}

/**
 * Takes the statement that the ledger's log has ended, and looks at the log after it: it must continue the events that
 * the statement says were kept, and be signed by its key. What was signed of the ended log is put beside the statement.
 */
const acceptEnd = async (file: string): Promise<number> => {
  const config = await loadWitnessConfig(process.env, systemClock)
  if (config.url === null) throw new Error('WITNESS_LEDGER_URL, the ledger whose log has ended, is not set')
  const files = openWitnessFiles(config.stateDir)
  try {
    const state = files.load()
    const known = state?.logKey ?? config.logKey
    if (known === null) throw new Error('This witness has signed nothing of a log that could have ended')
    const statement = readFileSync(file, 'utf8')
    const after = await readLogEnd(statement, [await readVerifierKey(known)])
    files.saveEvidence(`Accepted:\n\n${statement}\nSigned before:\n\n${state?.note ?? ''}`, systemClock())
    const client = createLogClient(config.url)
    const outcome = await witnessRound({ client, files, signer: config.signer, logKey: null, after })
    report(outcome, systemClock(), after.origin)
    if (outcome.kind === 'unreachable') return EXIT.unreachable
    return outcome.kind === 'refused' ? EXIT.refused : EXIT.ok
  } finally {
    files.release()
  }
}

const run = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      once: { type: 'boolean' },
      'new-key': { type: 'string' },
      'accept-end': { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    process.stdout.write(WITNESS_HELP)
    return EXIT.ok
  }
  const ended = values['accept-end']
  if (ended !== undefined) return acceptEnd(ended)
  const name = values['new-key']
  return name === undefined ? watch(values.once === true) : newKey(name)
}

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n\n${WITNESS_HELP}`)
  process.exitCode = EXIT.usage
}
