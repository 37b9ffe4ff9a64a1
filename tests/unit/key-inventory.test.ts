import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { VARIABLES } from '../../api/config/variables.ts'
import { KEY_PURPOSES } from '../../api/keys/platform-keys.ts'

/** Lines of the table of keys in docs/operators.md. */
const table = readFileSync('docs/operators.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))

const SECRET = /(KEY|KEYS|SECRET|TOKEN|PASSWORD)$/
/** Public keys, which are no secrets, and whether members need keys of their own. */
const NO_SECRET = new Set(['WITNESS_KEYS', 'STRIPE_PUBLISHABLE_KEY', 'PASSKEYS'])

it.each(Object.keys(VARIABLES).filter((name) => SECRET.test(name) && !NO_SECRET.has(name)))(
  'the inventory of keys tells how %s is changed',
  (name) => expect(table.filter((line) => line.includes(`\`${name}\``))).not.toEqual([]),
)

it.each(KEY_PURPOSES)('the inventory of keys has the one for %s', (purpose) =>
  expect(table.some((line) => line.startsWith(`| \`${purpose}\``))).toBe(true),
)
