import { readFile } from 'node:fs/promises'
import { issuedCredentials } from '../support/issued-credentials.ts'
import { filesOfArgument, report } from './files.ts'

/*
 * `node tests/corpora/credentials.ts FOLDER`: asks our verifier about credentials of others, for example `tests/input` of
 * w3c/vc-data-model-2.0-test-suite. It knows one issuer's, so each is unsupported or of a foreign issuer, even if its
 * signature counts as valid: never valid, and never a failure.
 */

const issued = await issuedCredentials()
if ((await issued.verdictIfSigned(issued.credential)) !== 'valid') throw new Error('Ours must be valid.')
const files = await filesOfArgument(/\.json$/)
const wrong: string[] = []
for (const file of files) {
  const document: unknown = JSON.parse(await readFile(file, 'utf8'))
  const verdict = await issued.verdictIfSigned(Object(document)).catch(String)
  if (verdict !== 'unsupported' && verdict !== 'foreign_issuer') wrong.push(`${file}: ${verdict}`)
}
report('credentials of others refused by name', files.length, wrong)
