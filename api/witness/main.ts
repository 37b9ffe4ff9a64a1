/** `npm run witness`: monitors a log from outside. See `docs/operators.md` and `docs/auditors.md`. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { systemClock } from '../../events/ids.ts'
import { readLogEnd } from '../../events/proof/log-end.ts'
import { makeNoteKeys, readVerifierKey } from '../../events/proof/note-keys.ts'
import { messageOf } from '../../events/thrown.ts'
import { loadWitnessConfig, WITNESS_HELP } from './config.ts'
import { createLogClient, createTilesClient, type LogClient } from './log-client.ts'
import { createLook, sentenceOf } from './look.ts'
import { publish } from './publish.ts'
import { witnessRound, type Outcome } from './round.ts'
import { openWitnessFiles, type WitnessFiles } from './state.ts'
import { originHash } from '../proof/origin-hash.ts'
import { readLogKey, watchLog, type LogKey, type WatchedLog } from './watched-log.ts'

const EXIT = { ok: 0, refused: 1, usage: 2, unreachable: 3 } as const

const say = (level: 'info' | 'error', msg: string, at = systemClock(), log?: string): void => {
  const line = { level, time: at.toISOString(), log, msg }
  ;(level === 'error' ? process.stderr : process.stdout).write(`${JSON.stringify(line)}\n`)
}

const report = (outcome: Outcome, at: Date, log: string | undefined): void => {
  const isBad = outcome.kind !== 'cosigned' && outcome.kind !== 'unchanged'
  say(isBad ? 'error' : 'info', sentenceOf(outcome), at, log)
}

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
  const open = (dir: string, keys: readonly LogKey[], client: LogClient | null): WatchedLog => {
    const files = openWitnessFiles(dir)
    opened.push(files)
    return watchLog({ keys, files, client })
  }
  const watched: WatchedLog[] = []
  if (url !== null)
    watched.push(open(stateDir, logKey === null ? [] : [await readLogKey(logKey)], createLogClient(url)))
  for (const [name, same] of Map.groupBy(logs, ({ verifier }) => verifier.name)) {
    const keys = same.map(({ key, verifier }) => ({ text: key, verifier }))
    const prefix = same.find((log) => log.url !== null)?.url ?? null
    const client = prefix === null ? null : createTilesClient(prefix)
    watched.push(open(path.join(stateDir, 'logs', originHash(name)), keys, client))
  }
  return { watched, release: () => opened.forEach(({ release }) => release()) }
}

const watch = async (once: boolean): Promise<number> => {
  const config = await loadWitnessConfig(process.env, systemClock)
  const { signer, port, host, everyMs } = config
  const { watched, release } = await openLogs(config)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  const onError = (error: unknown) => say('error', `A request could not be answered: ${messageOf(error)}`)
  const published = { logs: watched, signer, now: systemClock, onError }
  const server = port === null || once ? null : await publish(published, { port, host })
  const looks = watched.flatMap((log) => (log.client ? [createLook(log, log.client, signer, report)] : []))
  try {
    while (!stopping.signal.aborted) {
      const outcomes: Outcome[] = []
      for (const look of looks) outcomes.push(await look())
      if (once && outcomes.some(({ kind }) => kind === 'unreachable' || kind === 'failed'))
        return EXIT.unreachable
      if (once) break
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    return watched.every(({ alarm, refusal }) => alarm === null && refusal === null) ? EXIT.ok : EXIT.refused
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
    const before = `Signed before:\n\n${state?.note ?? ''}\nAlarm: ${files.loadAlarm() ?? 'none'}\n`
    files.saveAccepted(`Accepted:\n\n${statement}\n${before}`, systemClock())
    const client = createLogClient(config.url)
    const outcome = await witnessRound({ client, files, signer: config.signer, logKeys: [], after })
    report(outcome, systemClock(), after.origin)
    if (outcome.kind === 'unreachable' || outcome.kind === 'failed') return EXIT.unreachable
    if (outcome.kind === 'refused') return EXIT.refused
    files.clearAlarm()
    return EXIT.ok
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
