/** Contacts that were shared with the app, on their way to the import; in memory alone. */
let shared: File | null = null

export const handOver = (file: File): void => {
  shared = file
}

/** What was handed over, once. */
export const takeOver = (): File | null => {
  const file = shared
  shared = null
  return file
}
