import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { VARIABLES } from '../../api/config/variables.ts'
import { makesToken } from '../support/access-token-calls.ts'
import { testServer } from '../support/test-server.ts'
import { sends } from '../support/wallet-calls.ts'

/** The commands of docs/api.md, each with the texts in the sentence below it that must be in what it prints. */
const walks = [...readFileSync('docs/api.md', 'utf8').matchAll(/```sh\n(.*?)```\n\n(.*?)(?=\n\n|$)/gs)].map(
  ([, command = '', sentence = '']) => ({
    command,
    printed: [...sentence.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text),
  }),
)

const server = testServer()

it('docs/api.md prints what it says, with one token from the first command to the last', async () => {
  const ada = await server.signIn('ada')
  for (const amount of ['1.00', '2.00', '3.00'])
    await sends(ada, { to_user_identifier: 'grace', currency: 'USD', amount })
  const { secret } = await makesToken(ada, { scopes: ['read', 'contacts', 'pay'], pay_limit_usd: '2' })
  expect(walks).toHaveLength(11)
  // One shell: what a command sets is there for those below it.
  const script = ['set -eu', ...walks.flatMap(({ command }) => [command, 'echo; echo ----'])].join('\n')
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    env: { PATH: process.env['PATH'], YOUTILITY: server.url, TOKEN: secret },
    timeout: 30_000,
  })
  const outputs = stdout.split('\n----\n')
  for (const [at, { printed, command }] of walks.entries())
    for (const text of printed.filter((one) => /^["<]|^Opening/.test(one)))
      expect(outputs[at], command).toContain(text)
  expect(outputs[4]).toMatch(/^event: (ready|news)$/m)
  const ids = [...(outputs[5] ?? '').matchAll(/"transfer_id":"([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
}, 60_000)

it('docs/api.md names the port of `npm start`', () => {
  const [, port] = /export YOUTILITY=http:\/\/localhost:(\d+)/.exec(readFileSync('docs/api.md', 'utf8')) ?? []
  expect(port).toBe(VARIABLES.PORT.development)
})
