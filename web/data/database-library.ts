/** What is loaded on demand with the database library: no page needs it before a member is known. */
export { Dexie, liveQuery } from 'dexie'
export { GUARDED, MemberDatabase } from './database.ts'
export { mend, run } from './mending.ts'
export { PATIENCE_MS, undisturbed } from './transactions.ts'
export { withTimeout } from './with-timeout.ts'
