import * as z from 'zod/mini'
import { GivenTime, Id } from '../contract/fields.ts'
import { operations } from '../contract/operations.ts'
import { HttpError } from '../http/errors.ts'
import { invalidCursor, pageOf } from '../http/paging.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { reply } from '../http/reply.ts'
import type { CredentialPage, CredentialRow, CredentialRows } from './credential-rows.ts'
import type { Credentials } from './credentials.ts'
import { MemberDidDocument, type Credential } from '../contract/credentials.ts'
import type { Issuer } from './issuer.ts'
import type { DidResolver } from './resolve.ts'
import type { CredentialViews } from './views.ts'

/** Content of a cursor: the credential before the page. */
const Place = z.tuple([GivenTime, Id])

const cursorOf = ({ issuedAt, id }: CredentialRow): string =>
  Buffer.from(JSON.stringify([issuedAt.toISOString(), id])).toString('base64url')

const placeOf = (cursor: string | undefined): CredentialPage['before'] => {
  if (cursor === undefined) return undefined
  try {
    const [issuedAt, id] = Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { issuedAt, id }
  } catch {
    throw invalidCursor()
  }
}

/** Registers the routes of a member's own DID and credentials. */
export const registerDid = (
  api: ApiRouter,
  parts: {
    readonly resolver: DidResolver
    readonly rows: CredentialRows
    readonly credentials: Credentials
    readonly views: CredentialViews
    readonly issuer: Issuer
  },
): void => {
  const { resolver, rows, credentials, views, issuer } = parts

  const view = async (row: CredentialRow): Promise<Credential> => {
    const [shown] = await views([row])
    if (!shown) throw new Error('A credential has a view')
    return shown
  }

  registerOperation(api, operations.getDidDocument, async ({ member }) => {
    const resolution = await resolver.resolveMember(member.id, 'youtility')
    if (resolution.outcome !== 'found') throw new HttpError(401, 'not_signed_in', 'Please sign in.')
    return { document: MemberDidDocument.parse(resolution.document) }
  })

  registerOperation(api, operations.listCredentials, async ({ member, query }) => {
    const { limit } = query
    const found = await rows.page(member.id, { limit: limit + 1, before: placeOf(query.cursor) })
    const { page, next_cursor } = pageOf(found, limit, cursorOf)
    return { credentials: await views(page), next_cursor }
  })

  registerOperation(
    api,
    operations.issueCredential,
    async ({ member, body }) => {
      const { row, made } = await credentials.issue(member.id, body.credentialType)
      return reply(await view(row), { status: made ? 201 : 200 })
    },
    { limit: api.limits.money },
  )

  registerOperation(api, operations.revokeCredential, async ({ member, params }) =>
    view(await credentials.revoke(member.id, params.id)),
  )

  const file = (contentType: string, name: string) => ({
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${name}"`,
  })
  registerOperation(api, operations.exportCredentialJson, async ({ member, params }) => {
    const { id, document } = await credentials.read(member.id, params.id)
    return reply(JSON.stringify(document, null, 2), {
      headers: file('application/vc', `credential-${id}.json`),
    })
  })
  registerOperation(api, operations.exportCredentialJwt, async ({ member, params }) => {
    const { id, document } = await credentials.read(member.id, params.id)
    return reply(await issuer.signJwt(document), {
      headers: file('application/vc+jwt', `credential-${id}.jwt`),
    })
  })
}
