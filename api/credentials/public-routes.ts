import { YOUTILITY_CONTEXT, YOUTILITY_CONTEXT_V2 } from '../contract/credential-verifier/context.ts'
import { DID_DOCUMENT_TYPES, DID_RESOLUTION_TYPE } from '../contract/credentials.ts'
import { operations } from '../contract/operations.ts'
import type { AppContext } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { reply } from '../http/reply.ts'
import { platformDocument } from './documents.ts'
import type { DidKeys } from './keys.ts'
import type { DidResolver, Resolution } from './resolve.ts'
import type { StatusLists } from './status-lists.ts'

const [DID_LD_JSON, DID_JSON] = DID_DOCUMENT_TYPES

/** Headers that let verifiers in pages of any origin read the document: it is public and the same for everybody. */
const open = (contentType: string, cacheControl: string): Record<string, string> => ({
  'Content-Type': contentType,
  'Cache-Control': cacheControl,
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
})
/** Short, so that a destroyed key or a revoked credential is noticed soon. */
const BRIEFLY = 'public, max-age=60'
const FOREVER = 'public, max-age=31536000, immutable'

/** HTTP status, error of DID resolution (DID Core 7.1.2), our code and message. */
const FAILURES = {
  not_found: [404, 'notFound', 'did_not_found', 'There is no such DID here.'],
  deactivated: [410, 'deactivated', 'did_deactivated', 'This DID has been deactivated.'],
  invalid: [400, 'invalidDid', 'invalid_did', 'This is not a valid DID.'],
  unsupported_method: [
    501,
    'methodNotSupported',
    'did_method_not_supported',
    'Only did:youtility and did:web of this host are resolved here.',
  ],
} as const

type Failed = Exclude<Resolution, { readonly outcome: 'found' }>

/** An error response in our own format and in that of DID resolution at once. */
const failure = ({ outcome }: Failed) => {
  const [status, didError, code, error] = FAILURES[outcome]
  const gone = outcome === 'deactivated'
  return reply(
    {
      error,
      code,
      didResolutionMetadata: gone ? {} : { error: didError },
      didDocument: null,
      didDocumentMetadata: gone ? { deactivated: true } : {},
    },
    { status, headers: open(DID_RESOLUTION_TYPE, 'no-store') },
  )
}

/** Whether the client accepts the whole resolution result rather than the document. */
const wantsResult = (ctx: AppContext): boolean =>
  /application\/did-resolution|w3id\.org\/did-resolution/.test(ctx.get('Accept'))

const documentType = (ctx: AppContext): string =>
  ctx.get('Accept').includes(DID_JSON) ? DID_JSON : DID_LD_JSON

const didJson = (resolution: Resolution) => {
  if (resolution.outcome !== 'found') {
    const [status, , code, error] = FAILURES[resolution.outcome]
    throw new HttpError(status, code, error)
  }
  return reply(resolution.document, { headers: open(DID_LD_JSON, BRIEFLY) })
}

/** Registers the routes for outside verifiers: DID documents, the JSON-LD context, status lists. */
export const registerPublicDid = (
  api: ApiRouter,
  parts: {
    readonly resolver: DidResolver
    readonly keys: DidKeys
    readonly statusLists: StatusLists
  },
): void => {
  const { resolver, keys, statusLists } = parts
  registerOperation(api, operations.resolveDid, async ({ params, ctx }) => {
    const resolution = await resolver.resolve(params.did)
    if (resolution.outcome !== 'found') return failure(resolution)
    const { document, createdAt } = resolution
    const contentType = documentType(ctx)
    if (!wantsResult(ctx))
      return reply(document, { headers: { ...open(contentType, BRIEFLY), Vary: 'Accept' } })
    return reply(
      {
        didResolutionMetadata: { contentType },
        didDocument: document,
        didDocumentMetadata: { created: `${createdAt.toISOString().slice(0, 19)}Z` },
      },
      { headers: { ...open(DID_RESOLUTION_TYPE, BRIEFLY), Vary: 'Accept' } },
    )
  })
  registerOperation(api, operations.getMemberDidJson, async ({ params }) =>
    didJson(await resolver.resolveMember(params.id, 'web')),
  )
  registerOperation(api, operations.getPlatformDidJson, async () => {
    const document = platformDocument(api.publicUrl, await keys.ofPlatform())
    return reply(document, { headers: open(DID_LD_JSON, BRIEFLY) })
  })
  registerOperation(api, operations.getJsonLdContext, () =>
    reply(YOUTILITY_CONTEXT, { headers: open('application/ld+json', FOREVER) }),
  )
  registerOperation(api, operations.getJsonLdContextV2, () =>
    reply(YOUTILITY_CONTEXT_V2, { headers: open('application/ld+json', FOREVER) }),
  )
  registerOperation(api, operations.getStatusList, async ({ params }) => {
    const list = await statusLists.signed(Number(params.number))
    if (!list) throw new HttpError(404, 'not_found', 'There is no status list with this number.')
    return reply(list, { headers: open('application/vc', BRIEFLY) })
  })
}
