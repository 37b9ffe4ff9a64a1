import { RequestOptions } from '../../api/contract/passkey-options.ts'
import { passkeyOperations } from '../../api/contract/passkeys.ts'
import { memberAnswer } from '../ui/browser-answer.ts'
import { changing } from './changing.ts'
import { call } from './client.ts'
import { securityEvents } from './security.ts'
import { answerOf } from './sources.ts'

/** The member's passkeys, whether one may be added, and the wait for that. */
export const ownPasskeys = answerOf('passkeys', passkeyOperations.listPasskeys)

/** Loaded when the first passkey is used: few visits need it. */
const library = () => import('@simplewebauthn/browser')
/** Begins to load it. A failure shows when it is used. */
export const loadPasskeys = (): void => void library().catch(() => undefined)

const change = changing(ownPasskeys, securityEvents)

/** Has a passkey sign what is asked; the browser shows its own dialog. Returns the signature, as JSON. */
export const confirmWithPasskey = async (asked: unknown): Promise<string> => {
  const { startAuthentication } = await library()
  const { id, rawId, type, response } = await memberAnswer(
    startAuthentication({ optionsJSON: RequestOptions.parse(asked) }),
  )
  const { clientDataJSON, authenticatorData, signature } = response
  return JSON.stringify({ id, rawId, type, response: { clientDataJSON, authenticatorData, signature } })
}

/** Makes a passkey on this device, or on another one that the browser offers, and adds it. */
export const addPasskey = async (name: string): Promise<void> => {
  const { data } = await call(passkeyOperations.beginPasskey, {})
  const { startRegistration } = await library()
  const made = await memberAnswer(startRegistration({ optionsJSON: data.options }))
  await change(passkeyOperations.addPasskey, { body: { name, attestation: made } })
}

export const removePasskey = (id: string) => change(passkeyOperations.removePasskey, { params: { id } })

/** Starts the announced wait after which a passkey may be added. */
export const startPasskeyWait = () => change(passkeyOperations.startPasskeyWait, {})

export const stopPasskeyWait = () => change(passkeyOperations.stopPasskeyWait, {})
