import { owedNothing, type Area } from '../area.ts'
import { operations } from '../contract/operations.ts'
import { deviceOf } from '../http/fresh-sign-in.ts'
import { registerOperation } from '../http/operation.ts'
import { inTables } from '../identity/personal-data.ts'
import type { Platform } from '../platform.ts'

const EXPORT = `
  select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'scopes', t.scopes, 'pay_cents', t.pay_cents,
    'made', t.created_at, 'ends', t.expires_at, 'last_used', t.last_used_at) order by t.created_at, t.id), '[]') as data
  from app.access_token t where t.member_id = $1`

/** Composes what members do with their access tokens; requests that come with one enter by `api/http/access-tokens.ts`. */
export const composeAccessTokens = ({
  accessTokens,
  securityEvents,
}: Pick<Platform, 'accessTokens' | 'securityEvents'>): Area => ({
  ...owedNothing('a token costs nothing'),
  name: 'access tokens',
  register: (api) => {
    registerOperation(api, operations.listAccessTokens, async ({ member }) => ({
      tokens: await accessTokens.list(member.id),
    }))
    registerOperation(api, operations.createAccessToken, ({ member, body }) =>
      accessTokens.create(member.id, body),
    )
    registerOperation(api, operations.endAccessToken, async ({ member, params, ctx }) => {
      const detail = await accessTokens.end(member.id, params.id)
      const device = deviceOf(ctx)
      await securityEvents.record({ memberId: member.id, kind: 'token_ended', device, detail })
      return undefined
    })
  },
  personalData: [inTables('access_tokens', EXPORT, ['delete from app.access_token where member_id = $1'])],
  purges: [accessTokens.purge],
})
