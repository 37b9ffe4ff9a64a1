import { HttpError } from './errors.ts'
import type { Call, Command, Handler, InOneCommit } from './operation.ts'

type IsClosing = (memberId: string) => Promise<boolean>

const closing = () =>
  new HttpError(
    409,
    'account_closing',
    'Your account is closing, and nothing moves but its last payment. Stop the closing in your profile first.',
  )

const memberOf = ({ attempt }: Call<Command>): string => attempt.memberId

/**
 * A command's handler that refuses members whose account is closing. It stands behind the stored answers: what was done
 * before is answered as it was.
 */
export const refusesClosing =
  <const T extends Command>(isClosing: IsClosing, handler: Handler<T>): Handler<T> =>
  async (call) => {
    if (await isClosing(memberOf(call))) throw closing()
    return handler(call)
  }

/** The same in one commit: nothing is stored, and the handler refuses where there is no answer yet. */
export const leavesClosing =
  <const T extends Command>(isClosing: IsClosing, inOneCommit: InOneCommit<T>): InOneCommit<T> =>
  async (call, ...rest) =>
    (await isClosing(memberOf(call))) ? null : inOneCommit(call, ...rest)
