/** Contacts that another app has shared, until the import takes them; in memory only. */
let shared: File | null = null

export const handOver = (file: File): void => {
  shared = file
}

/** Returns the file that was handed over, once. */
export const takeOver = (): File | null => {
  const file = shared
  shared = null
  return file
}
