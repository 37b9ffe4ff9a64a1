import { runOperator } from '../../api/operator/run.ts'

/** Runs `npm run operator` in this process, on a database. */
export const operatorOn = async (databaseUrl: string, ...args: string[]) => {
  const said = { out: '', error: '' }
  const exit = await runOperator(args, {
    env: { DATABASE_URL: databaseUrl },
    out: (text) => void (said.out += text),
    error: (text) => void (said.error += text),
  })
  return { exit, ...said }
}
