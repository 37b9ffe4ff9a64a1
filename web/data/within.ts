/** What `work` gives; rejects when it has not ended in so many milliseconds. The work itself goes on. */
export const within = async <T>(limitMs: number, work: PromiseLike<T>): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new DOMException('It took too long.', 'TimeoutError')), limitMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
