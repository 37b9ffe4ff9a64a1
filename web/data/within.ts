/** On a busy page the answer may be there and nobody has had the time to look at it, ms. */
const LOOK_AGAIN_MS = 250

/** What `work` gives; rejects when it has not ended in so many milliseconds. The work itself goes on. */
export const within = async <T>(limitMs: number, work: PromiseLike<T>): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const reject = () => late.reject(new DOMException('It took too long.', 'TimeoutError'))
  let timer = setTimeout(() => {
    timer = setTimeout(reject, LOOK_AGAIN_MS)
  }, limitMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
