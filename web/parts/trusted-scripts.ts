declare global {
  /** Trusted Types; not in every supported browser, and no part of TypeScript's library. */
  var trustedTypes:
    | {
        readonly createPolicy: (
          name: string,
          rules: { readonly createScriptURL: (url: string) => string | null },
        ) => unknown
      }
    | undefined
}

const SERVICE_WORKER = '/sw.js'
const STRIPE = 'https://js.stripe.com/'

/** Whether the app may load code from an address that it has as a text. */
export const isTrustedScript = (url: string): boolean => url === SERVICE_WORKER || url.startsWith(STRIPE)

let isDone = false

/**
 * Our pages load no code by an address in a text (`require-trusted-types-for`, api/http/security-headers.ts). Two
 * libraries have nothing else: the service worker's registration, and Stripe.js, which relies on the default policy. To
 * call before them. Their addresses pass; every other one throws, and so does all HTML.
 */
export const trustScripts = (): void => {
  if (isDone) return
  isDone = true
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (isTrustedScript(url) ? url : null),
  })
}
