import { passkeyOperations } from '../../api/contract/passkeys.ts'
import { askForSignIn, call } from '../data/client.ts'

/**
 * Goes on to a form whose sending needs a proof of who is there. A member who can prove it by a fresh sign-in only, which
 * leaves the page, is asked for that first, and comes back to `place`: nothing that they type is lost. Whoever has a
 * passkey proves it when they send, without leaving. If the server cannot say, the form opens.
 */
export const signInFirst = async (reason: string, place: string, goOn: () => void): Promise<void> => {
  const now = await call(passkeyOperations.listPasskeys, {}).catch(() => null)
  const { fresh = true, sign_in: signIn = false, passkeys = [] } = now?.data ?? {}
  if (fresh || !signIn || passkeys.length > 0) goOn()
  else askForSignIn(reason, place)
}
