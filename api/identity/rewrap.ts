/**
 * A step of housekeeping that wraps all keys with the newest key-encryption key, once in the life of a process:
 * the configuration is read at its start. Once a process with the new key in front has done it, the old key can
 * be taken out of KEY_ENCRYPTION_KEY.
 */
export const rewrapOnce = (rewraps: readonly (() => Promise<number>)[]): (() => Promise<number>) => {
  const left = [...rewraps]
  return async () => {
    let count = 0
    for (let next = left[0]; next !== undefined; next = left[0]) {
      count += await next()
      left.shift()
    }
    return count
  }
}
