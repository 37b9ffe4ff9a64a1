import { evolve, initialState, type Credential } from '../credentials/credential.ts'
import { credentialEvents, type CredentialEvent } from '../credentials/events.ts'
import type { LedgerEvent } from '../ledger-event.ts'
import { memberEvents, type MemberEvent } from '../profile/events.ts'

/**
 * A credential is issued once, in its own stream and with its own place in the status lists, and then revoked at most
 * once, for the same member. A member is erased once, after the wallet was closed and every credential revoked, and
 * gets no credential afterwards.
 */
export const credentialChecks = () => {
  const credentials = new Map<string, Credential>()
  const places = new Set<string>()
  /** Number of credentials in force, by member. */
  const inForce = new Map<string, number>()
  const closedWallets = new Set<string>()
  const erased = new Set<string>()

  const assertStream = (streamId: string, expected: string) => {
    if (streamId !== expected) throw new Error(`it belongs into ${expected} and stands in ${streamId}`)
  }

  const checkCredential = (event: CredentialEvent): void => {
    const { credentialId, memberId } = event.data
    credentials.set(credentialId, evolve(credentials.get(credentialId) ?? initialState(), event))
    if (erased.has(memberId)) throw new Error(`member ${memberId} was erased before`)
    const change = event.type === 'CredentialIssued' ? 1 : -1
    inForce.set(memberId, (inForce.get(memberId) ?? 0) + change)
    if (event.type === 'CredentialRevoked') return
    const place = `${event.data.statusList}#${event.data.statusIndex}`
    if (places.has(place)) throw new Error(`place ${place} of the status lists is taken`)
    places.add(place)
  }

  const checkErasure = ({ data: { memberId } }: MemberEvent): void => {
    if (erased.has(memberId)) throw new Error(`member ${memberId} is erased twice`)
    if (!closedWallets.has(memberId)) throw new Error(`member ${memberId} has an open wallet`)
    if ((inForce.get(memberId) ?? 0) > 0) throw new Error(`member ${memberId} has credentials in force`)
    erased.add(memberId)
  }

  return {
    check: (event: LedgerEvent, streamId: string): void => {
      if (event.type === 'WalletClosed') closedWallets.add(event.data.memberId)
      else if (event.type === 'CredentialIssued' || event.type === 'CredentialRevoked') {
        assertStream(streamId, credentialEvents.streamOf(event.data.credentialId))
        checkCredential(event)
      } else if (event.type === 'MemberErased') {
        assertStream(streamId, memberEvents.streamOf(event.data.memberId))
        checkErasure(event)
      }
    },
  }
}
