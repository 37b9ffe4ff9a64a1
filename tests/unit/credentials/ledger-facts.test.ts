import { describe, expect, it } from 'vitest'
import { credentialChecks } from '../../../events/audit/credentials.ts'
import { decide, evolve, initialState, type Credential } from '../../../events/credentials/credential.ts'
import { credentialEvents, type CredentialEvent } from '../../../events/credentials/events.ts'
import { derivedId } from '../../../events/ids.ts'
import type { LedgerEvent } from '../../../events/ledger-event.ts'
import { memberEvents } from '../../../events/profile/events.ts'
import { postings } from '../../../events/postings.ts'

const member = derivedId('member', 'ada')
const idOf = (name: string) => derivedId('credential', name)
const ISSUED = {
  credentialId: idOf('one'),
  memberId: member,
  credentialType: 'ProfileCredential',
  documentHash: 'h'.repeat(43),
  statusList: 1,
  statusIndex: 7,
} as const
const issued = (name = 'one', statusIndex = 7): CredentialEvent => ({
  type: 'CredentialIssued',
  data: { ...ISSUED, credentialId: idOf(name), statusIndex },
})
const revoked = (name = 'one', memberId = member): CredentialEvent => ({
  type: 'CredentialRevoked',
  data: { credentialId: idOf(name), memberId, reason: 'member' },
})
const closed: LedgerEvent = { type: 'WalletClosed', data: { memberId: member } }
const erased: LedgerEvent = { type: 'MemberErased', data: { memberId: member } }

const after = (...events: readonly CredentialEvent[]): Credential => events.reduce(evolve, initialState())

describe('a credential in the ledger', () => {
  it('is issued once and revoked once', () => {
    const { type: _type, data } = issued()
    const command = { type: 'issue', ...ISSUED } as const
    expect(decide(command, idOf('one'), after())).toEqual([{ type: 'CredentialIssued', data }])
    expect(decide(command, idOf('one'), after(issued()))).toEqual([])
    expect(decide({ type: 'revoke', reason: 'erased' }, idOf('one'), after(issued()))).toEqual([
      { ...revoked(), data: { ...revoked().data, reason: 'erased' } },
    ])
    expect(decide({ type: 'revoke', reason: 'member' }, idOf('one'), after(issued(), revoked()))).toEqual([])
    expect(() => decide({ type: 'revoke', reason: 'member' }, idOf('one'), after())).toThrow(/never issued/)
  })

  it('has facts with ids of their own, which move no money', () => {
    expect(new Set([issued(), revoked(), issued('two')].map(credentialEvents.idOf)).size).toBe(3)
    expect(credentialEvents.idOf(issued())).toBe(credentialEvents.idOf(issued('one', 9)))
    for (const event of [issued(), revoked(), erased]) expect(postings(event)).toEqual([])
  })

  it('takes no field more: nothing personal can slip in', () => {
    const { type, data } = issued()
    for (const more of [{ name: 'Ada' }, { email: 'ada@youtility.example' }])
      expect(() => credentialEvents.parse({ id: 'x', type, data: { ...data, ...more } })).toThrow(
        /known credential/,
      )
    expect(() =>
      memberEvents.parse({ id: 'x', type: 'MemberErased', data: { memberId: member, name: 'Ada' } }),
    ).toThrow(/known member event/)
  })
})

describe('the audit', () => {
  const note = (...events: readonly LedgerEvent[]) => {
    const checks = credentialChecks()
    for (const event of events) {
      const { data } = event
      const stream =
        'credentialId' in data ? credentialEvents.streamOf(data.credentialId) : memberEvents.streamOf(member)
      checks.check(event, stream)
    }
  }

  it('lets pass what is in order', () => {
    note(issued(), revoked(), issued('two', 8), revoked('two'), closed, erased)
    note(closed, erased)
  })

  it.each<readonly [string, readonly LedgerEvent[], RegExp]>([
    ['a credential that is issued twice', [issued(), issued()], /issued twice/],
    ['one that is revoked twice', [issued(), revoked(), revoked()], /revoked while it is revoked/],
    ['one that was never issued', [revoked()], /revoked while it is absent/],
    ['one that is revoked for somebody else', [issued(), revoked('one', idOf('x'))], /revoked while/],
    ['a place in a list that is taken', [issued(), issued('two')], /place 1#7 .* is taken/],
    ['somebody who is erased with an open wallet', [erased], /open wallet/],
    ['somebody who is erased with a credential in force', [issued(), closed, erased], /in force/],
    ['somebody who is erased twice', [closed, erased, erased], /erased twice/],
    ['a credential for somebody who is gone', [closed, erased, issued()], /erased before/],
  ])('stops at %s', (_what, events, why) => {
    expect(() => note(...events)).toThrow(why)
  })

  it('stops at a fact in another stream', () => {
    expect(() => credentialChecks().check(issued(), credentialEvents.streamOf(idOf('two')))).toThrow(
      /belongs into/,
    )
    expect(() => credentialChecks().check(erased, memberEvents.streamOf(idOf('two')))).toThrow(/belongs into/)
  })
})
