/** `npm run ledger -- <command>`: the auditor's tools. See `docs/auditors.md`. */
import { once } from 'node:events'
import { runLedger } from './run.ts'

process.stdout.on('error', () => process.exit(0)) // the reader closed the pipe, as head does

process.exitCode = await runLedger(process.argv.slice(2), {
  env: process.env,
  out: async (text) => {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain')
  },
  error: (text) => void process.stderr.write(text),
  isWatched: process.stderr.isTTY,
})
