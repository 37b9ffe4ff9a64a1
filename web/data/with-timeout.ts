/** Extra time, ms: on a busy page the result may be there already and wait to be handled. */
const GRACE_MS = 250

/** The result of `work`; rejects if it takes longer than `limitMs` milliseconds. The work itself continues. */
export const withTimeout = async <T>(limitMs: number, work: PromiseLike<T>): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const reject = () => late.reject(new DOMException('It took too long.', 'TimeoutError'))
  let timer = setTimeout(() => {
    timer = setTimeout(reject, GRACE_MS)
  }, limitMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
