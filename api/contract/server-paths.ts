import { operations } from './operations.ts'
import { createAddressKind } from './address-kind.ts'

/** What the server answers besides its operations: the identity provider of development and the figures for operators. */
const MOUNTED = ['/api', '/oidc', '/metrics', '/.well-known']

/** `text` as a regular expression that matches it alone. */
const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

const isMounted = (path: string): boolean => MOUNTED.some((mount) => path.startsWith(`${mount}/`))

/** An operation's path up to its first parameter, with the first character of that. */
const beginning = (path: string): string => {
  const [fixed = '', ...parameters] = path.split('{')
  return parameters.length > 0 ? `^${escaped(fixed)}[^/?]` : `^${escaped(fixed)}(?:[/?]|$)`
}

/**
 * The beginnings of the paths that the server answers, as regular expressions: those of all operations, and what is
 * mounted beside them. The server, the service worker and the development server take them from here.
 */
export const SERVER_PATHS: readonly string[] = [
  ...MOUNTED.map((mount) => `^${escaped(mount)}(?:[/?]|$)`),
  ...new Set(
    Object.values(operations)
      .map(({ path }) => path)
      .filter((path) => !isMounted(path))
      .map(beginning),
  ),
]

/** Who answers an address of this server. */
export const addressKind = createAddressKind(SERVER_PATHS)
