import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** Network globals stay Node's own, because happy-dom's would enforce a browser's same-origin rules. */
const NETWORK = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'AbortController',
  'AbortSignal',
  'URL',
  'URLSearchParams',
] as const

/** A happy-dom page whose calls reach the real server. */
export default {
  name: 'page',
  viteEnvironment: 'client',
  setup: async (global: typeof globalThis) => {
    const network = NETWORK.map((name) => [name, Reflect.get(global, name)] as const)
    const { locks } = global.navigator
    const page = await builtinEnvironments['happy-dom'].setup(global, {
      happyDOM: { url: 'http://localhost/', width: 1280, height: 800 },
    })
    for (const [name, value] of network)
      Object.defineProperty(global, name, { value, configurable: true, writable: true })
    Object.defineProperty(global.navigator, 'locks', { value: locks })
    return page
  },
} satisfies Environment
