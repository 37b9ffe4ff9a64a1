import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { VARIABLES } from '../../api/config/variables.ts'
import { AccessScope } from '../../api/contract/access-tokens.ts'
import { makesToken } from '../support/access-token-calls.ts'
import { testServer } from '../support/test-server.ts'
import { sends } from '../support/wallet-calls.ts'

const DOC = readFileSync('docs/api.md', 'utf8')

/** A section: the scope that it asks for, and its commands, each with what the sentence below says that it prints. */
const sections = DOC.split(/^## (?=\d)/m)
  .slice(1)
  .map((text) => ({
    title: text.split('\n', 1)[0] ?? '',
    scope: AccessScope.parse(/^Scope `(\w+)`/m.exec(text)?.[1]),
    commands: [...text.matchAll(/```sh\n(.*?)```\n\n(.*?)(?=\n\n|$)/gs)].map(
      ([, command = '', sentence = '']) => ({
        command,
        printed: [...sentence.matchAll(/`(["<][^`]*|Opening balance)`/g)].map(([, printed = '']) => printed),
      }),
    ),
  }))

const server = testServer()

/** Prints what the commands of a section print, with a token of its scope alone and the variables that the page sets. */
const walk = async (
  browser: Awaited<ReturnType<typeof server.signIn>>,
  { scope, commands }: (typeof sections)[number],
): Promise<readonly string[]> => {
  const limit = scope === 'pay' ? { pay_limit_usd: '1.25' } : {}
  const { secret } = await makesToken(browser, { scopes: [scope], ...limit })
  // One shell: what a command sets is there for those below it.
  const script = ['set -eu', ...commands.flatMap(({ command }) => [command, 'echo; echo ----'])].join('\n')
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    env: { PATH: process.env['PATH'], YOUTILITY: server.url, TOKEN: secret },
    timeout: 30_000,
  })
  const outputs = stdout.split('\n----\n')
  for (const [at, { printed, command }] of commands.entries())
    for (const text of printed) expect(outputs[at], command).toContain(text)
  return outputs
}

it('docs/api.md has the commands that are tried here', () => {
  expect(sections.map(({ scope, commands }) => [scope, commands.length])).toEqual([
    ['read', 2],
    ['read', 1],
    ['read', 2],
    ['pay', 2],
    ['read', 2],
    ['contacts', 2],
  ])
  // Only the two variables are set otherwise, and the next test is about them.
  expect(DOC.match(/```(?!sh\n)\w*\n(?=\S)/g)).toHaveLength(1)
})

it('docs/api.md names the port of `npm start`', () => {
  const [, port] = /export YOUTILITY=http:\/\/localhost:(\d+)/.exec(DOC) ?? []
  expect(port).toBe(VARIABLES.PORT.development)
})

describe('each section of docs/api.md prints what it says, with a token of its scope alone', () => {
  it.each(sections)('for a member with many movements: $title', { timeout: 60_000 }, async (section) => {
    const ada = await server.signIn('ada')
    if (section.title.startsWith('3.'))
      for (let cents = 0; cents < 25; cents += 1)
        await sends(ada, { to_user_identifier: 'grace', currency: 'USD', amount: '0.01' })
    const outputs = await walk(ada, section)
    if (section.title.startsWith('3.')) {
      const pages = (outputs[0] ?? '')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(pages.length).toBeGreaterThan(1)
      const ids: readonly string[] = pages.flatMap(({ transactions }) =>
        transactions.map(({ id }: { id: string }) => id),
      )
      expect(new Set(ids).size).toBe(ids.length)
      expect(outputs[1]).toMatch(/^event: (ready|news)$/m)
    }
    if (section.title.startsWith('4.')) {
      const ids = [...(outputs[0] ?? '').matchAll(/"transfer_id":"([^"]+)"/g)].map(([, id]) => id)
      expect(ids).toHaveLength(2)
      expect(new Set(ids).size).toBe(1)
    }
  })

  const withoutMoney = sections.filter(({ scope }) => scope !== 'pay')
  it.each(withoutMoney)(
    'for a member whose wallet has one page: $title',
    { timeout: 60_000 },
    async (section) => {
      const edsger = await server.signIn('edsger')
      const outputs = await walk(edsger, {
        ...section,
        commands: section.commands.map(({ command, printed }) => ({
          command,
          printed: printed.filter((text) => text !== '"handle":"ada"' && text !== '<STMTTRN>'),
        })),
      })
      if (!section.title.startsWith('3.')) return
      const [page = '', ...more] = (outputs[0] ?? '').trim().split('\n')
      expect(more).toEqual([])
      expect(JSON.parse(page)).toMatchObject({ next_cursor: null })
    },
  )
})
