/** The handle with its @, as people write it. */
export const atHandle = (handle: string): string => (handle.startsWith('@') ? handle : `@${handle}`)
