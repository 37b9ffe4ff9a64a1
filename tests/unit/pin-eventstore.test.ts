import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'youtility-pin-'))
  copyFileSync('docker-compose.yml', path.join(folder, 'docker-compose.yml'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs the script with a fake `docker` that prints `answer` and records its arguments in the file `asked`. */
const pin = (answer: string): string => {
  const docker = `#!/bin/sh\necho "$@" > asked\necho '${answer}'\n`
  writeFileSync(path.join(folder, 'docker'), docker, { mode: 0o755 })
  return execFileSync(process.execPath, [path.resolve('api/commands/pin-eventstore.ts')], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
const env = () => readFileSync(path.join(folder, '.env'), 'utf8')

/** The image name after Compose's variable substitution. */
const imageOf = (dotEnv: string): string => {
  const [, expression = ''] =
    /^ {2}eventstore:\n[^]*?image: (\S+)/m.exec(readFileSync('docker-compose.yml', 'utf8')) ?? []
  const [, variable = '', otherwise = ''] = /^\$\{(\w+):-(.+)\}$/.exec(expression) ?? []
  return new RegExp(`^${variable}=(\\S+)`, 'm').exec(dotEnv)?.[1] ?? otherwise
}

it('the image that the tag means is written by its digest where compose takes it from', () => {
  expect(imageOf('')).toMatch(/^eventstore\/eventstore:23\.10\./)
  writeFileSync(
    path.join(folder, '.env'),
    'POSTGRES_PASSWORD=secret\nEVENTSTORE_IMAGE=old:tag\nPUBLIC_URL=https://a\n',
  )
  pin(DIGEST)
  expect(readFileSync(path.join(folder, 'asked'), 'utf8')).toContain(`inspect ${imageOf('')} `)
  expect(imageOf(env())).toBe(`eventstore/eventstore@${DIGEST}`)
  const written = env()
  expect(written).toContain('POSTGRES_PASSWORD=secret\nPUBLIC_URL=https://a\n')
  pin(DIGEST)
  expect(env()).toBe(written)
})

it('nothing is written when what comes is no digest', () => {
  expect(() => pin('no such manifest')).toThrow(/which is no digest/)
  expect(() => env()).toThrow(/ENOENT/)
})
