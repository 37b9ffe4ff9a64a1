import { gather, type GatherOptions } from '../../events/gather.ts'
import { isDatabaseDown } from '../database/database-down.ts'

/** {@link gather} for database calls: when the database is down, all calls of the batch fail at once. */
export const gatherCalls = <Input, Output>(
  options: Omit<GatherOptions<Input, Output>, 'concernsAll'>,
): ((input: Input) => Promise<Output>) => gather({ ...options, concernsAll: isDatabaseDown })
