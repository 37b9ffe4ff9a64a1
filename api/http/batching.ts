import { gather, type GatherOptions } from '../../events/gather.ts'
import { isDatabaseDown } from './errors.ts'

/** {@link gather} for what is asked of the database: when that is down all fail at once. */
export const gatherCalls = <Input, Output>(
  options: Omit<GatherOptions<Input, Output>, 'concernsAll'>,
): ((input: Input) => Promise<Output>) => gather({ ...options, concernsAll: isDatabaseDown })
