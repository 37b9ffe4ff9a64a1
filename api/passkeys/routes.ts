import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import { operations } from '../contract/operations.ts'
import type { Passkey, PasskeyWait } from '../contract/passkeys.ts'
import type { AppContext } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'
import { deviceOf } from '../http/fresh-sign-in.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import type { Platform } from '../platform.ts'
import type { Passkeys } from './passkeys.ts'
import type { createPasskeyWait } from './wait.ts'

/** For this long after an account was opened its first passkey needs no other proof: there is nothing to protect yet. */
const NEW_ACCOUNT_MS = 10 * 60_000

const FIRST_ONE =
  'To protect your account, please sign in again before you add the first passkey, or start the wait of 24 hours in your profile.'

/** The calls about a member's own passkeys. */
export const registerPasskeys = (
  api: ApiRouter,
  {
    pool,
    clock,
    passkeys,
    wait,
    members,
    sessions,
    securityEvents,
  }: Pick<Platform, 'sessions' | 'members' | 'securityEvents'> & {
    readonly pool: Pool
    /** The business clock. */
    readonly clock: Clock
    readonly passkeys: Passkeys
    readonly wait: ReturnType<typeof createPasskeyWait>
  },
): void => {
  const isNewAccount = async (memberId: string): Promise<boolean> => {
    const { rowCount } = await pool.query('select from app.member where id = $1 and created_at > $2', [
      memberId,
      new Date(clock().getTime() - NEW_ACCOUNT_MS),
    ])
    return rowCount === 1
  }
  /** What a provider does or does not say is no reason: whoever signs in can bring that about. */
  const mayAdd = async (
    ctx: AppContext,
    memberId: string,
    known: { readonly passkeys: readonly Passkey[]; readonly wait: PasskeyWait | null },
  ): Promise<boolean> => {
    if (api.freshSignIn.isFresh(ctx) || wait.isOver(known.wait)) return true
    return known.passkeys.length === 0 && (api.freshSignIn.isProven(ctx) || isNewAccount(memberId))
  }
  const stateOf = async (memberId: string) => {
    const [list, running] = await Promise.all([passkeys.list(memberId), wait.find(memberId)])
    return { passkeys: list, wait: running }
  }
  const record = (
    ctx: AppContext,
    memberId: string,
    kind: Parameters<typeof securityEvents.record>[0]['kind'],
  ) => securityEvents.record({ memberId, kind, device: deviceOf(ctx) })

  registerOperation(api, operations.listPasskeys, async ({ member, ctx }) => {
    const state = await stateOf(member.id)
    return {
      ...state,
      may_add: await mayAdd(ctx, member.id, state),
      sign_in: !sessions.isUndated(ctx),
      fresh: api.freshSignIn.isFresh(ctx),
    }
  })
  registerOperation(api, operations.beginPasskey, async ({ member, ctx }) => {
    if (!(await mayAdd(ctx, member.id, await stateOf(member.id))))
      await api.freshSignIn.refuse(ctx, member.id, 'adding a passkey', FIRST_ONE)
    const found = await members.byId(member.id)
    if (!found) throw new HttpError(401, 'not_signed_in', 'Please sign in.')
    return {
      options: await passkeys.begin({ memberId: member.id, session: sessions.hash(ctx) ?? '' }, found),
    }
  })
  registerOperation(api, operations.addPasskey, ({ member, body, ctx }) =>
    passkeys.add({ memberId: member.id, session: sessions.hash(ctx) ?? '' }, body, () =>
      record(ctx, member.id, 'passkey_added'),
    ),
  )
  registerOperation(api, operations.removePasskey, async ({ member, params }) => {
    await passkeys.remove(member.id, params.id)
    return undefined
  })
  registerOperation(api, operations.startPasskeyWait, ({ member, ctx }) =>
    wait.start(member.id, () => record(ctx, member.id, 'passkey_wait_started')),
  )
  registerOperation(api, operations.stopPasskeyWait, async ({ member, ctx }) => {
    if (await wait.stop(member.id)) await record(ctx, member.id, 'passkey_wait_stopped')
    return undefined
  })
}
