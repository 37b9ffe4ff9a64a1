/**
 * Runs `work` for every item, at most `atOnceMax` at the same time. All items are tried, even after failures; the first
 * failure is thrown at the end.
 */
export const forEachBounded = async <T>(
  items: readonly T[],
  atOnceMax: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const waiting = items.values()
  const failures: unknown[] = []
  const take = async (): Promise<void> => {
    for (const item of waiting) {
      try {
        await work(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnceMax, items.length) }, take))
  if (failures.length > 0) throw failures[0]
}
