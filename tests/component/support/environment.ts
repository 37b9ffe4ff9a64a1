import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** What speaks to the server is Node's own; a page of happy-dom would keep to rules of origins that are a browser's. */
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

/** A page without a screen (happy-dom) whose calls reach the real server. */
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
