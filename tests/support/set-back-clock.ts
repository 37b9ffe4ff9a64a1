import { subscribe } from 'node:diagnostics_channel'
import { ServerResponse } from 'node:http'

/**
 * Loaded first (`node --import`), sets the clock of a process back by `TEST_CLOCK_BACK_MS`. It runs on from there.
 */
const backMs = Number(process.env['TEST_CLOCK_BACK_MS'] ?? 0)

if (backMs > 0) {
  const now = Date.now.bind(Date)
  Date.now = () => now() - backMs
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [Date.now()] : args, newTarget),
  })
  // Node sets the Date header, from which pages take the time, by its own clock, which is not set back.
  subscribe('http.server.request.start', (message) => {
    const response: unknown = Reflect.get(Object(message), 'response')
    if (response instanceof ServerResponse) response.setHeader('Date', new Date().toUTCString())
  })
}
