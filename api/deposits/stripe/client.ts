import { Stripe } from 'stripe'

const TIMEOUT_MS = 10_000

const addressOf = (origin: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> => {
  const { protocol, hostname, port } = new URL(origin)
  const isPlain = protocol === 'http:'
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? 80 : 443) }
}

/** A client of Stripe's API (version pinned by the package). `apiUrl`: origin of another server; null is Stripe's own. */
export const createStripeClient = (secretKey: string, apiUrl: string | null): Stripe =>
  new Stripe(secretKey, {
    ...(apiUrl !== null && addressOf(apiUrl)),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: 'youtility' },
  })

/** What of an error may be logged: Stripe's message may quote the request; these identify it at Stripe. */
export const quoteless = (error: unknown): string => {
  const { type, code, requestId } =
    error instanceof Stripe.errors.StripeError
      ? error
      : { type: 'unknown', code: undefined, requestId: undefined }
  return `Stripe did not answer a request: ${type} ${code ?? ''} ${requestId ?? ''}`.trimEnd()
}
