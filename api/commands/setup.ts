/**
 * `docker compose -f compose.setup.yml run --build --rm setup https://app.example.com`: makes the settings and keys of an
 * installation with compose. `setup --witness NAME` makes the key of a witness, `setup --example` prints app.env.
 */
import { parseArgs } from 'node:util'
import { InvalidConfig } from '../config/invalid-config.ts'
import { origin } from '../config/schemas.ts'
import { appSettings, makeSettings, makeWitnessKey } from './setup-files.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string', default: '/deployment' },
    witness: { type: 'string' },
    example: { type: 'boolean', default: false },
  },
})

const readOrigin = (text = ''): string => {
  const read = origin.safeParse(text)
  if (read.success && read.data.startsWith('https:')) return read.data
  throw new InvalidConfig('Say the address that members will see: setup https://app.example.com')
}

try {
  if (values.example) process.stdout.write(appSettings({}))
  else if (values.witness !== undefined) console.log(await makeWitnessKey(values.folder, values.witness))
  else {
    const publicUrl = readOrigin(positionals[0])
    const { files, logKey } = await makeSettings(values.folder, publicUrl)
    console.log(files.length === 0 ? 'Everything is there already' : `Made ${files.join(', ')}`)
    if (logKey !== null)
      console.log(
        `The public key of the log, for auditors and for restores; keep it elsewhere too:\n${logKey}`,
      )
    console.log(
      `Now fill in app.env, and copy .env, app.env and secrets/ to a safe place: without key_encryption_key texts are lost`,
    )
  }
} catch (error) {
  console.error(error instanceof InvalidConfig ? `\n${error.message}\n` : error)
  process.exitCode = 1
}
