/**
 * A step of housekeeping that rewraps all keys with the newest key-encryption key, once per process, since the
 * configuration is read at its start. After a process with the new key first has done it, the old key can be removed
 * from KEY_ENCRYPTION_KEY.
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
