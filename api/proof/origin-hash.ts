import { createHash } from 'node:crypto'

/** How a log is named where a witness serves its checkpoint, by https://c2sp.org/tlog-witness. */
export const originHash = (origin: string): string => createHash('sha256').update(origin).digest('hex')
