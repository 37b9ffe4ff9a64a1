import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const UI = path.resolve(import.meta.dirname, '../../../web/ui')

it('web/ui knows nothing of data, app or contract: whatever needs them is in web/parts; texts it may say', () => {
  const outward = readdirSync(UI).flatMap((file) =>
    [...readFileSync(path.join(UI, file), 'utf8').matchAll(/from '(\.\.\/(?!texts\/)[^']+)'/g)].map(
      ([, imported]) => `${file}: ${imported}`,
    ),
  )
  expect(outward).toEqual([])
})
