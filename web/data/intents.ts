import type { StoredIntent } from './database.ts'
import { memberDatabase } from './stored.ts'
import { withDatabase } from './with-database.ts'

/**
 * Intents to move value that were sent and are not settled yet. Stored before the request is sent and removed when the
 * outcome is known, so that even a killed app can look it up.
 */
export const rememberIntent = async (intent: StoredIntent): Promise<void> => {
  await withDatabase(({ intents }) => intents.put(intent))
}

export const forgetIntent = async (key: string): Promise<void> => {
  await withDatabase(({ intents }) => intents.delete(key))
}

/** Unsettled intents of one kind, oldest first. */
export const unsettledIntents = async (kind: string): Promise<StoredIntent[]> => {
  const stored: StoredIntent[] = (await memberDatabase()?.intents.where({ kind }).toArray()) ?? []
  return stored.sort((a, b) => a.createdAt.localeCompare(b.createdAt))
}

/** Unsettled intents of all kinds. */
export const allUnsettledIntents = async (): Promise<StoredIntent[]> =>
  (await memberDatabase()?.intents.toArray()) ?? []
