/** The message of a thrown value. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

const CAUSES_MAX = 5

/** The message of a thrown value and of its causes: that of `fetch` alone says only that it failed. */
export const causesOf = (thrown: unknown): string => {
  const messages: string[] = []
  let one = thrown
  while (messages.length < CAUSES_MAX) {
    // A name with several addresses: the message of the whole is empty.
    messages.push(one instanceof AggregateError ? one.errors.map(messageOf).join(', ') : messageOf(one))
    if (!(one instanceof Error) || one.cause === undefined) break
    one = one.cause
  }
  return [...new Set(messages)].join(': ')
}

/** Whether a thrown value has one of these codes, such as `ENOENT` or `23505`. */
export const hasCode = (thrown: unknown, ...codes: readonly string[]): boolean =>
  thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code))
