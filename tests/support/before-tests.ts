import { afterAll, beforeAll } from 'vitest'

/**
 * What `open` resolves to: opened before the first test of the file or `describe` that calls this, and closed after the
 * last, if it was opened. Only tests and later hooks can use it.
 */
export const beforeTests = <T extends object>(
  open: () => Promise<T>,
  close: (opened: T) => Promise<void> = async () => {},
): T => {
  let opened: T | undefined
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(async () => {
    if (opened !== undefined) await close(opened)
  })
  const handler: ProxyHandler<T> = {
    get: (_none, name) => {
      if (opened === undefined) throw new Error(`${String(name)} is asked for before it was opened`)
      return Reflect.get(opened, name)
    },
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every read goes to what was opened
  return new Proxy({} as T, handler)
}
