import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { InvalidConfig } from '../../api/config/invalid-config.ts'
import { assertUsable } from '../../api/identity/usable-provider.ts'
import { filesOfArgument, report } from './files.ts'

/*
 * `node tests/corpora/openid-settings.ts FOLDER`: looks at discovery documents of OpenID providers, one a file, as the
 * server does when it starts. Each is used, or refused with a sentence that says what it lacks; those are printed.
 */

const Discovery = z.object({ issuer: z.string() }).catchall(z.json())

let all = 0
let refused = 0
const wrong: string[] = []
for (const file of await filesOfArgument(/openid-configuration[^/]*$/)) {
  const document = Discovery.safeParse(JSON.parse(await readFile(file, 'utf8')))
  // Not a provider's: a workload's identity, an example with holes.
  if (!document.success) continue
  all += 1
  try {
    assertUsable(document.data)
  } catch (error) {
    if (!(error instanceof InvalidConfig)) wrong.push(`${file}: ${String(error)}`)
    else {
      refused += 1
      console.info(error.message)
    }
  }
}
report(`settings answered, ${refused} of them refused by name`, all, wrong)
