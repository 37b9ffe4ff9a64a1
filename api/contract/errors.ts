import * as z from 'zod/mini'

/** Body of every error response. */
export const ErrorBody = z.object({
  /** A sentence for people: what is wrong and what to do. */
  error: z.string(),
  /** Stable, snake_case, for programs. */
  code: z.string(),
  /** Error sentence by field of the request. */
  fields: z.optional(z.record(z.string(), z.string())),
  /** Of a failure on our side: the request's id, which operators find in the logs and with `npm run ledger -- find`. */
  request_id: z.optional(z.string()),
  /** With `fresh_sign_in_required`: how the member can prove that it is them. */
  step_up: z.optional(
    z.object({
      /** Whether a fresh sign-in at the identity provider is enough. */
      sign_in: z.boolean(),
      /**
       * What a passkey signs for this request, as `PublicKeyCredentialRequestOptionsJSON`; then it is sent again with the
       * header `Passkey-Assertion`. Null: the member has no passkey. Its schema is in passkey-options.ts: few pages need it.
       */
      passkey: z.nullable(z.looseObject({})),
    }),
  ),
})
export type ErrorBody = z.infer<typeof ErrorBody>
