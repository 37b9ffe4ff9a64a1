import { RequestOptions } from '../../api/contract/passkey-options.ts'
import { passkeyOperations } from '../../api/contract/passkeys.ts'
import { call } from './client.ts'
import { refreshDocument } from './refresh.ts'
import { securityEvents } from './security.ts'
import { answerOf } from './sources.ts'

/** The member's passkeys, whether one may be added, and the wait for that. */
export const ownPasskeys = answerOf('passkeys', passkeyOperations.listPasskeys)

/** Loaded when the first passkey is used: few visits need it. */
const library = () => import('@simplewebauthn/browser')
/** Begins to load it. A failure shows when it is used. */
export const loadPasskeys = (): void => void library().catch(() => undefined)

const again = () => Promise.all([refreshDocument(ownPasskeys), refreshDocument(securityEvents)])

/** Has a passkey sign what is asked; the browser shows its own dialog. Returns the signature, as JSON. */
export const confirmWithPasskey = async (asked: unknown): Promise<string> => {
  const { startAuthentication } = await library()
  const { id, rawId, type, response } = await startAuthentication({
    optionsJSON: RequestOptions.parse(asked),
  })
  const { clientDataJSON, authenticatorData, signature } = response
  return JSON.stringify({ id, rawId, type, response: { clientDataJSON, authenticatorData, signature } })
}

/** Makes a passkey on this device, or on another one that the browser offers, and adds it. */
export const addPasskey = async (name: string): Promise<void> => {
  const { data } = await call(passkeyOperations.beginPasskey, {})
  const { startRegistration } = await library()
  const made = await startRegistration({ optionsJSON: data.options })
  await call(passkeyOperations.addPasskey, { body: { name, attestation: made } })
  await again()
}

export const removePasskey = async (id: string): Promise<void> => {
  await call(passkeyOperations.removePasskey, { params: { id } })
  await again()
}

/** Starts the announced wait after which a passkey may be added. */
export const startPasskeyWait = async (): Promise<void> => {
  await call(passkeyOperations.startPasskeyWait, {})
  await again()
}

export const stopPasskeyWait = async (): Promise<void> => {
  await call(passkeyOperations.stopPasskeyWait, {})
  await again()
}
