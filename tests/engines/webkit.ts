/**
 * WebKitGTK over WebDriver, from Debian's `webkit2gtk-driver`, `xvfb`, `dbus`, `python3-gi` and `gir1.2-webkit2-4.1`.
 *
 * What this engine lacks: its screenshot call can hang, so pictures are taken of the X window; after a Back the driver
 * waits in vain for a page to load, so it is told never to wait, and every walk waits for what it wants to see; the
 * manifest, web push, the share sheet and `navigator.storage` are not in Debian's build, so nothing about them is tested
 * here.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { freePort } from '../support/free-port.ts'
import * as z from 'zod/mini'
import { type Engine, type Size, until } from './engine.ts'

const CALL_MS = 30_000
/** A script of a page that is just being left may never be answered. */
const SCRIPT_MS = 8_000

const Answer = z.object({ value: z.unknown() })
const Session = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserVersion: z.string() }),
})
const Called = z.object({ json: z.optional(z.string()), error: z.optional(z.string()) })

/** Runs the body of an async function in the page; resolves to what it returns. */
const runIn = async (profile: string, body: string): Promise<string> => {
  const socket = connect(path.join(profile, 'page'))
  const late = setTimeout(() => socket.destroy(new Error('The page did not answer')), SCRIPT_MS)
  try {
    socket.write(`${JSON.stringify(body)}\n`)
    const { json, error } = Called.parse(JSON.parse(await text(socket)))
    if (json === undefined) throw new Error(error)
    return json
  } finally {
    clearTimeout(late)
    socket.destroy()
  }
}

/** A virtual screen of this size; resolves to its name, such as `:99`. */
const startScreen = async ({ width, height }: Size): Promise<{ process: ChildProcess; display: string }> => {
  const screen = ['-screen', '0', `${width}x${height}x24`]
  const child = spawn('Xvfb', ['-displayfd', '3', ...screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const pipe = child.stdio[3]
  if (!pipe) throw new Error('Xvfb has no pipe')
  const [number] = await once(pipe, 'data')
  return { process: child, display: `:${String(number).trim()}` }
}

/** One command of W3C WebDriver. Throws what the driver answers when it fails. */
const commandsOf = (origin: string) => {
  const send = async (method: string, address: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${origin}${address}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_MS),
    })
    const { value } = Answer.parse(JSON.parse(await answer.text()))
    if (!answer.ok) throw new Error(`${method} ${address}: ${JSON.stringify(value)}`)
    return value
  }
  return send
}

/** Opens a window of this size, with a profile of its own. */
export const openWebkit = async (size: Size): Promise<Engine> => {
  const profile = await mkdtemp(path.join(tmpdir(), 'youtility-webkit-'))
  const screen = await startScreen(size)
  const port = await freePort()
  const driver = spawn('stdbuf', ['-oL', 'dbus-run-session', '--', 'WebKitWebDriver', `--port=${port}`], {
    // A group of its own: the driver's children end with it.
    detached: true,
    env: {
      ...process.env,
      DISPLAY: screen.display,
      HOME: profile,
      TZ: 'UTC',
      LANG: 'en_US.UTF-8',
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const complaints: string[] = []
  createInterface({ input: driver.stderr }).on('line', (line) => {
    if (/^CONSOLE \S+ (?:WARN|ERROR)/.test(line)) complaints.push(line)
  })
  const send = commandsOf(`http://127.0.0.1:${port}`)
  await until('the WebDriver answers', () => send('GET', '/status'))
  const window = path.join(import.meta.dirname, 'webkit-window.py')
  const args = [window, profile, String(size.width), String(size.height)]
  const session = await send('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        pageLoadStrategy: 'none',
        'webkitgtk:browserOptions': { binary: '/usr/bin/python3', args },
      },
    },
  })
  const { sessionId, capabilities } = Session.parse(session)
  const at = `/session/${sessionId}`
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    open: async (url) => {
      await until('the page before answers', () => runIn(profile, `document.isLeft = true; return ''`))
      await send('POST', `${at}/url`, { url })
      await until(`${url} is loaded`, async () =>
        (await runIn(profile, `return document.isLeft !== true && document.readyState`)) === 'complete'
          ? true
          : undefined,
      )
    },
    back: async () => void (await send('POST', `${at}/back`, {})),
    call: (source, given) =>
      runIn(profile, `return JSON.stringify(await (${source})(...${given})) ?? 'null'`),
    act: async (actions) => void (await send('POST', `${at}/actions`, { actions })),
    picture: async (file) =>
      void (await promisify(execFile)('import', ['-display', screen.display, '-window', 'root', file])),
    complaints: () => complaints,
    close: async () => {
      await send('DELETE', at).catch(() => undefined)
      if (driver.pid !== undefined) process.kill(-driver.pid, 'SIGTERM')
      await once(driver, 'exit')
      screen.process.kill()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
