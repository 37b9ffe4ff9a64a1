import { NEWER } from './newer.ts'

const parse = (url: string | URL, base?: string | URL): URL | null => {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}

/** The same as the browser's own in all that the app uses of it. */
const FALLBACKS = {
  /** Listens to a signal until it is aborted or the returned one is. */
  any(signals: Iterable<AbortSignal>): AbortSignal {
    const first = new AbortController()
    for (const signal of signals) {
      if (signal.aborted) first.abort(signal.reason)
      signal.addEventListener('abort', () => first.abort(signal.reason), { signal: first.signal })
    }
    return first.signal
  },
  withResolvers<T>(): PromiseWithResolvers<T> {
    let settle: Pick<PromiseWithResolvers<T>, 'resolve' | 'reject'> | undefined
    const promise = new Promise<T>((resolve, reject) => {
      settle = { resolve, reject }
    })
    if (settle === undefined) throw new Error('Promise has not called its function')
    return { promise, ...settle }
  },
  groupBy<K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
    const groups = new Map<K, T[]>()
    let index = 0
    for (const item of items) {
      const key = keyOf(item, index)
      index += 1
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [item])
      else group.push(item)
    }
    return groups
  },
  canParse: (url: string | URL, base?: string | URL): boolean => parse(url, base) !== null,
  parse,
} satisfies { [Name in keyof typeof NEWER]: (typeof NEWER)[Name][Name & keyof (typeof NEWER)[Name]] }

/** Adds what this browser lacks. Loaded only where something is missing (`main.ts`). */
export const fillGaps = (): void => {
  for (const [name, owner] of Object.entries(NEWER))
    if (!(name in owner))
      Object.defineProperty(owner, name, {
        value: Reflect.get(FALLBACKS, name),
        writable: true,
        configurable: true,
      })
}
