import * as z from 'zod/mini'
import { ById, Id, Timestamp, writtenLine } from './fields.ts'
import { defineOperations, member } from './operation.ts'
import { Attestation, CreationOptions } from './passkey-options.ts'

/** How long an announced wait takes before a passkey may be added, and for how long it may be added then. */
export const PASSKEY_WAIT_HOURS = 24
export const PASSKEY_OPEN_HOURS = 72
export const PASSKEY_NAME_MAX = 40

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  created_at: Timestamp,
  last_used_at: z.nullable(Timestamp),
})
export type Passkey = z.infer<typeof Passkey>

/** The announced wait: from `opens_at` to `closes_at` the member may add a passkey. */
export const PasskeyWait = z.object({ started_at: Timestamp, opens_at: Timestamp, closes_at: Timestamp })
export type PasskeyWait = z.infer<typeof PasskeyWait>

const Passkeys = z.object({
  passkeys: z.array(Passkey),
  /** Whether one may be added now without any other proof. */
  may_add: z.boolean(),
  /** Whether a fresh sign-in would prove anything: the provider has not shown that it states no time. */
  sign_in: z.boolean(),
  /** Whether what is sensitive may be done now; an older server does not say. */
  fresh: z.optional(z.boolean()),
  /** Null: none is under way. */
  wait: z.nullable(PasskeyWait),
})

export const passkeyOperations = defineOperations({
  listPasskeys: member.get('/api/passkeys', {
    summary: 'The passkeys with which the member confirms what is sensitive, and whether one may be added',
    response: Passkeys,
  }),
  beginPasskey: member.post('/api/passkeys/begin', {
    summary: 'Options to make a passkey with, for five minutes; refused as sensitive calls are',
    response: z.object({ options: CreationOptions }),
  }),
  addPasskey: member.post('/api/passkeys', {
    summary: 'Adds the passkey that was made with the options of `beginPasskey`',
    body: z.strictObject({
      name: writtenLine('The name', PASSKEY_NAME_MAX).check(z.minLength(1, 'Give it a name.')),
      attestation: Attestation,
    }),
    response: Passkey,
    status: 201,
  }),
  removePasskey: member.post('/api/passkeys/{id}/remove', {
    summary: 'Removes a passkey',
    params: ById,
    sensitive: { event: 'passkey_removed', what: 'removing a passkey' },
  }),
  startPasskeyWait: member.post('/api/passkeys/wait', {
    summary:
      'Starts the wait after which a passkey may be added; announced everywhere, stopped from anywhere',
    response: PasskeyWait,
  }),
  stopPasskeyWait: member.post('/api/passkeys/wait/stop', {
    summary: 'Stops the wait, and whatever it has opened',
  }),
})
