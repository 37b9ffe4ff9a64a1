import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Variable } from '../../api/config/schemas.ts'
import { VARIABLES } from '../../api/config/variables.ts'

const readme = readFileSync('README.md', 'utf8')
const code = (text: string | undefined): string => (text ? `\`${text}\`` : '')
const variables: readonly Variable<unknown>[] = Object.values(VARIABLES)

it.each(variables)('README tells of $name as the code has it', (variable) => {
  const { name, describes, development, production, required } = variable
  const last = required ? 'required' : code(production)
  expect(readme).toContain(`| ${code(name)} | ${describes} | ${code(development)} | ${last} |`)
})

it('README tells of no other variable', () => {
  const told = [...readme.matchAll(/^\| `([A-Z][A-Z_]+)` \|/gm)].map(([, name]) => name)
  expect(told).toEqual(variables.map(({ name }) => name))
})

it('every script that README names exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const named = [...readme.matchAll(/`(?:[^`]* )?npm run ([a-z:]+)/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(4)
  for (const name of named) expect(Object.keys(scripts)).toContain(name)
})
