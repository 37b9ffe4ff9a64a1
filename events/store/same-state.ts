import { isDeepStrictEqual } from 'node:util'
import { readState, writeState } from '../stream.ts'

/** Whether two states would be written as the same: what a snapshot does not keep makes no difference. */
export const isSameState = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(readState(writeState(one)), readState(writeState(other)))
