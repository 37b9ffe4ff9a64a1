/** `npm run operator -- <command>`: what needs a person. See `docs/operators.md`. */
import { runOperator } from './run.ts'

process.exitCode = await runOperator(process.argv.slice(2), {
  env: process.env,
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
})
