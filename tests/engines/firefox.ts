/** Firefox over WebDriver BiDi, which it speaks by itself: Debian's `firefox-esr`, and no driver. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import type { Engine, Size } from './engine.ts'

type Preferences = Readonly<Record<string, string | number | boolean>>

const PREFERENCES: Preferences = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-US',
  'network.captive-portal-service.enabled': false,
  'remote.active-protocols': 1,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

const Message = z.object({
  id: z.nullish(z.number()),
  type: z.enum(['success', 'error', 'event']),
  result: z.optional(z.unknown()),
  error: z.optional(z.string()),
  message: z.optional(z.string()),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
})
const Session = z.object({ capabilities: z.object({ browserVersion: z.string() }) })
const Tree = z.object({ contexts: z.tuple([z.object({ context: z.string() })], z.unknown()) })
const Logged = z.object({ level: z.string(), text: z.nullable(z.string()) })
const Called = z.union([
  z.object({ type: z.literal('success'), result: z.object({ value: z.string() }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
])
const Picture = z.object({ data: z.base64() })

/** The commands of a connection; `onEvent` is called with the events that were subscribed to. */
const connect = async (address: string, onEvent: (method: string, params: unknown) => void) => {
  const socket = new WebSocket(address)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`No connection to ${address}`)))
  })
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message, method, params } = Message.parse(JSON.parse(String(data)))
    if (type === 'event') return onEvent(method ?? '', params)
    const asked = waiting.get(id ?? -1)
    waiting.delete(id ?? -1)
    if (type === 'success') asked?.resolve(result)
    else asked?.reject(new Error(`${error}: ${message}`))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has closed the connection'))
  })
  let last = 0
  return (method: string, params: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      socket.send(JSON.stringify({ id: last, method, params }))
    })
}

/** Starts it on this profile; resolves to the address of its WebSocket. */
const start = async (profile: string, more: Preferences) => {
  const lines = Object.entries({ ...PREFERENCES, ...more }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'))
  const flags = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const child = spawn('firefox-esr', flags, {
    env: { ...process.env, HOME: profile, TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const reading = createInterface({ input: child.stderr })
  const address = await new Promise<string>((resolve, reject) => {
    reading.on('line', (line) => {
      const found = /WebDriver BiDi listening on (\S+)/.exec(line)?.[1]
      if (found !== undefined) resolve(`${found}/session`)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Firefox has ended with ${code}`)))
  })
  return { child, address }
}

/** Opens a window of this size, with a profile of its own; `more`: preferences (`about:config`) besides the usual. */
export const openFirefox = async (size: Size, more: Preferences = {}): Promise<Engine> => {
  const profile = await mkdtemp(path.join(tmpdir(), 'youtility-firefox-'))
  const { child, address } = await start(profile, more)
  const complaints: string[] = []
  const send = await connect(address, (method, params) => {
    if (method !== 'log.entryAdded') return
    const { level, text } = Logged.parse(params)
    if (level === 'warn' || level === 'error') complaints.push(`${level} ${text ?? ''}`)
  })
  const { capabilities } = Session.parse(await send('session.new', { capabilities: {} }))
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const [{ context }] = Tree.parse(await send('browsingContext.getTree', {})).contexts
  const { width, height } = size
  await send('browsingContext.setViewport', { context, viewport: { width, height } })
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    back: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
    call: async (source, given) => {
      const answer = await send('script.callFunction', {
        functionDeclaration: `async (given) => JSON.stringify(await (${source})(...JSON.parse(given))) ?? 'null'`,
        arguments: [{ type: 'string', value: given }],
        awaitPromise: true,
        target: { context },
      })
      const called = Called.parse(answer)
      if (called.type === 'exception') throw new Error(called.exceptionDetails.text)
      return called.result.value
    },
    act: async (actions) => void (await send('input.performActions', { context, actions })),
    picture: async (file) => {
      const { data } = Picture.parse(await send('browsingContext.captureScreenshot', { context }))
      await writeFile(file, Buffer.from(data, 'base64'))
    },
    complaints: () => complaints,
    close: async () => {
      const ended = once(child, 'exit')
      await send('browser.close', {}).catch(() => child.kill())
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
