import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

interface SecurityHeaderOptions {
  /** Members reach us over https: require it for two years, and for every sub-resource. */
  readonly https: boolean
  /** Cards are entered in Stripe's own form, in one of its frames. */
  readonly stripe: boolean
}

/** Hosts that Stripe.js needs (docs.stripe.com/security/guide, "Content Security Policy"). */
const STRIPE_HOSTS = {
  script: ['https://js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
} as const

/**
 * What the app's pages may load: their own files, nothing inline. The theme before the first paint is set by a file
 * (`/theme.js`), so no hash or nonce is needed. Members' pictures come from their Google accounts.
 */
const contentSecurityPolicy = ({ https, stripe }: SecurityHeaderOptions) => ({
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...(stripe ? STRIPE_HOSTS.script : [])],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'https://*.googleusercontent.com'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(stripe ? STRIPE_HOSTS.connect : [])],
    'worker-src': ["'self'"],
    // WebKit without web app manifests (WebKitGTK) calls this directive unrecognized and skips it: the same switch of
    // its build turns on both, so it never loads a manifest, and nothing else is loaded by this source. A browser that
    // loaded one all the same would refuse it by `default-src`: then the app can only not be installed. The service
    // worker fetches the manifest by `connect-src`, as every file that it keeps.
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    // No text becomes code: not as HTML, nor as the address of a script. What makes either says so by a policy of one of
    // these names (web/public/theme.js, web/parts/trusted-scripts.ts).
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['catalogue', 'default'],
    'frame-src': stripe ? [...STRIPE_HOSTS.frame] : ["'none'"],
    'frame-ancestors': ["'none'"],
    ...(https && { 'upgrade-insecure-requests': [] }),
  },
})

const YEAR_SECONDS = 31_536_000

/** The security headers, alternating names and values: the same for every answer, so Helmet computes them once. */
export const securityHeaders = (options: SecurityHeaderOptions): readonly string[] => {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const setHeaders = helmet({
    contentSecurityPolicy: contentSecurityPolicy(options),
    strictTransportSecurity: options.https ? { maxAge: 2 * YEAR_SECONDS, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    // Headers that only obsolete browsers read.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  setHeaders(response.req, response, () => {})
  return [
    ...Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)]),
    'Permissions-Policy',
    'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  ]
}
