import { expect } from 'vitest'
import { PASSKEY_HEADER } from '../../api/contract/operation.ts'
import { RequestOptions } from '../../api/contract/passkey-options.ts'
import { passkeyOperations } from '../../api/contract/passkeys.ts'
import type { Browser } from './browser.ts'
import { softwareAuthenticator } from './software-authenticator.ts'
import { refusal } from './wallet-calls.ts'

export const passkeysOf = async (member: Browser) =>
  passkeyOperations.listPasskeys.response.parse(await (await member.fetch('/api/passkeys')).json())

/** Adds a passkey; the member must be allowed to. `count`: of signatures that the authenticator says it made. */
export const addPasskey = async (member: Browser, origin: string, name = 'A key', count?: number) => {
  const authenticator = softwareAuthenticator(origin)
  const begun = await member.post('/api/passkeys/begin')
  expect(begun.status).toBe(200)
  const { options } = passkeyOperations.beginPasskey.response.parse(await begun.json())
  const attestation = authenticator.create(options, count === undefined ? {} : { count })
  const added = await member.post('/api/passkeys', { name, attestation })
  expect(added.status).toBe(201)
  return { ...authenticator, added: passkeyOperations.addPasskey.response.parse(await added.json()) }
}

/** What a refused call asks a passkey to sign. */
export const askedOf = async (response: Response): Promise<RequestOptions> => {
  const { code, step_up: stepUp } = await refusal(response)
  expect(code).toBe('fresh_sign_in_required')
  if (!stepUp?.passkey) throw new Error('No passkey is asked for')
  return RequestOptions.parse(stepUp.passkey)
}

export const signed = (assertion: unknown): Record<string, string> => ({
  [PASSKEY_HEADER]: JSON.stringify(assertion),
})
