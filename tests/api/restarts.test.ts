import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { anybody, defineOperations } from '../../api/contract/operation.ts'
import { CannotListen, listen } from '../../api/http/listen.ts'
import { registerOperation } from '../../api/http/operation.ts'
import { createDevelopmentProvider } from '../../api/sandbox/identity-provider/provider.ts'
import { createLogger } from '../../api/logging/logger.ts'
import { openBrowser } from '../support/browser.ts'
import { startTestApp } from '../support/test-app.ts'

const { toySlow: slow } = defineOperations({
  toySlow: anybody.get('/api/toy/slow', {
    summary: 'A toy that takes its time',
    response: z.object({ done: z.boolean() }),
  }),
})

const KEYS = { old: 'o'.repeat(32), new: 'n'.repeat(32) }

describe('a restart', () => {
  it('keeps sessions, takes the old signing key while it is listed and signs anew', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'youtility-restart-'))
    const first = await startTestApp({ sessionKeys: [KEYS.old], dataDir })
    const { databaseUrl } = first
    const browser = openBrowser(first.url)
    const ada = await browser.signIn('ada')
    const signature = browser.cookies.get('youtility-dev.sig')

    const second = await startTestApp({ sessionKeys: [KEYS.new, KEYS.old], databaseUrl, dataDir })
    const same = openBrowser(second.url)
    for (const [name, value] of browser.cookies) same.cookies.set(name, value)
    expect(await (await same.fetch('/api/users/me')).json()).toMatchObject({ id: ada.id })
    expect(same.cookies.get('youtility-dev.sig')).not.toBe(signature)
    // Another port is another issuer URL, and yet the same member.
    expect((await openBrowser(second.url).signIn('ada')).id).toBe(ada.id)
    await second.stop()

    const third = await startTestApp({ sessionKeys: [KEYS.new], databaseUrl, dataDir })
    const later = openBrowser(third.url)
    for (const [name, value] of same.cookies) later.cookies.set(name, value)
    expect((await later.fetch('/api/users/me')).status).toBe(200)
    for (const [name, value] of browser.cookies) later.cookies.set(name, value)
    expect((await later.fetch('/api/users/me')).status).toBe(401)
    await third.stop()
    await first.stop()
    rmSync(dataDir, { recursive: true })
  })

  it('lets requests in flight finish, and accepts no new ones', async () => {
    const { promise: gate, resolve: openGate } = Promise.withResolvers<undefined>()
    let entered = false
    const app = await startTestApp({
      routes: (api) =>
        registerOperation(api, slow, async () => {
          entered = true
          await gate
          return { done: true }
        }),
    })
    const answer = fetch(`${app.url}/api/toy/slow`)
    await expect.poll(() => entered).toBe(true)
    const stopped = app.stop()
    await expect
      .poll(() => fetch(`${app.url}/api/health/live`).then(Boolean, () => 'refused'))
      .toBe('refused')
    openGate(undefined)
    expect(await (await answer).json()).toEqual({ done: true })
    await stopped
  })

  it('does not wait for ever', async () => {
    let entered = false
    const server = await listen(
      () => {
        // Never answers.
        entered = true
      },
      { host: '127.0.0.1', port: 0 },
    )
    const answer = fetch(`http://127.0.0.1:${server.port}/`).catch(() => 'cut off')
    await expect.poll(() => entered).toBe(true)
    await server.close(100)
    expect(await answer).toBe('cut off')
  })
})

describe('a taken port', () => {
  it('is a clear error', async () => {
    const first = await listen(() => {}, { host: '127.0.0.1', port: 0 })
    const second = listen(() => {}, { host: '127.0.0.1', port: first.port })
    await expect(second).rejects.toThrow(CannotListen)
    await expect(second).rejects.toThrow(`Port ${first.port} is already in use`)
    await first.close(0)
  })
})

describe('the sandbox identity provider', () => {
  it('never runs in production', () => {
    const options = { publicUrl: 'https://x.example', dataDir: tmpdir(), log: createLogger('silent') }
    expect(() => createDevelopmentProvider({ ...options, environment: 'production' })).toThrow(/production/)
  })

  it('asks with an accessible page of its own, and says when a sign-in is over', async () => {
    const app = await startTestApp()
    const browser = openBrowser(app.url)
    const started: unknown = await (await browser.fetch('/api/oauth/google/redirect_url')).json()
    const redirectUrl = String(Reflect.get(Object(started), 'redirectUrl'))
    expect(redirectUrl).toMatch(/prompt=select_account/)
    const chooser = new URL((await browser.fetch(redirectUrl)).headers.get('Location') ?? '', app.url)
    const page = await browser.fetch(chooser.href)
    const html = await page.text()
    for (const name of [
      'Ada Lovelace',
      'Grace Hopper',
      'Katherine Johnson',
      'Alan Turing',
      'Sandbox sign-in',
    ])
      expect(html).toContain(name)
    expect(page.headers.get('Content-Security-Policy')).not.toMatch(/unsafe|script-src/)
    expect(html).not.toMatch(/<script|<style|style="/)
    const sheet = /href="([^"]+\.css)"/.exec(html)?.[1] ?? ''
    expect((await browser.fetch(sheet)).headers.get('Content-Type')).toMatch(/text\/css/)

    const strange = await browser.fetch(chooser.href, {
      method: 'POST',
      body: new URLSearchParams({ member: 'demo-mallory' }),
    })
    expect(strange.status).toBe(400)
    const foreign = await openBrowser(app.url).fetch(chooser.href)
    expect(foreign.status).toBe(400)
    expect(await foreign.text()).toContain('no longer valid')
    await app.stop()
  })
})
