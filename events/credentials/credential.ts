import { credentialEvents, type CredentialEvent, type CredentialEventOf } from './events.ts'
import { defineStream } from '../stream.ts'

type Issued = CredentialEventOf<'CredentialIssued'>['data']
type Revoked = CredentialEventOf<'CredentialRevoked'>['data']

/** A credential's state, folded from its stream. */
export type Credential =
  | { readonly status: 'absent' }
  | { readonly status: 'issued'; readonly memberId: string }
  | { readonly status: 'revoked'; readonly memberId: string }

export const initialState = (): Credential => ({ status: 'absent' })

/** The credential after one more fact. */
export const evolve = (credential: Credential, { type, data }: CredentialEvent): Credential => {
  switch (type) {
    case 'CredentialIssued':
      if (credential.status !== 'absent') throw new Error(`Credential ${data.credentialId} is issued twice`)
      return { status: 'issued', memberId: data.memberId }
    case 'CredentialRevoked':
      if (credential.status !== 'issued' || credential.memberId !== data.memberId)
        throw new Error(`Credential ${data.credentialId} is revoked while it is ${credential.status}`)
      return { status: 'revoked', memberId: data.memberId }
  }
}

/** What can be recorded about a credential. */
export type CredentialCommand =
  | ({ readonly type: 'issue' } & Issued)
  | { readonly type: 'revoke'; readonly reason: Revoked['reason'] }

/** Returns the new facts, none when they are recorded already. Pure. */
export const decide = (
  command: CredentialCommand,
  credentialId: string,
  credential: Credential,
): CredentialEvent[] => {
  switch (command.type) {
    case 'issue': {
      const { type: _type, ...data } = command
      return credential.status === 'absent' ? [{ type: 'CredentialIssued', data }] : []
    }
    case 'revoke': {
      if (credential.status === 'absent') throw new Error(`Credential ${credentialId} was never issued`)
      const { memberId } = credential
      return credential.status === 'issued'
        ? [{ type: 'CredentialRevoked', data: { credentialId, memberId, reason: command.reason } }]
        : []
    }
  }
}

/** How a credential's stream is read and folded. */
export const credentialKind = defineStream(credentialEvents, { initialState, evolve })
