import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const WEB = path.resolve(import.meta.dirname, '../../../web')
const UI = path.join(WEB, 'ui')

it('web/ui knows nothing of data, app or contract: whatever needs them is in web/parts; texts it may say', () => {
  const outward = readdirSync(UI).flatMap((file) =>
    [...readFileSync(path.join(UI, file), 'utf8').matchAll(/from '(\.\.\/(?!texts\/)[^']+)'/g)].map(
      ([, imported]) => `${file}: ${imported}`,
    ),
  )
  expect(outward).toEqual([])
})

it('only web/ui draws controls: a page that styles its own looks native in the dark, and is too small on touch', () => {
  const drawn = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('ui/'))
    .flatMap((file) =>
      [...readFileSync(path.join(WEB, file), 'utf8').matchAll(/<(?:input|select|textarea)\b/g)].map(
        ([tag]) => `${file}: ${tag}`,
      ),
    )
  expect(drawn).toEqual([])
})
