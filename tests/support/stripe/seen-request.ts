/** A request as Stripe would receive it. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly idempotencyKey: string | undefined
}
