/** Hashed files of the build; there are no pages among them. */
const ASSETS = '/assets/'

/** Who answers an address: the server's operations, a file of the build, or the app's page. */
export type AddressKind = 'server' | 'file' | 'page'

/** A path whose last part has a dot is a file: robots.txt, an icon, the manifest. */
const isFile = (path: string): boolean =>
  path.startsWith(ASSETS) || path.slice(path.lastIndexOf('/') + 1).includes('.')

/**
 * Tells of a path (without its query) who answers it, by the list `SERVER_PATHS`: the service worker, which cannot load
 * all operations, has that list from the build.
 */
export const createAddressKind = (serverPaths: readonly string[]): ((path: string) => AddressKind) => {
  const patterns = serverPaths.map((source) => new RegExp(source))
  return (path) => {
    if (patterns.some((pattern) => pattern.test(path))) return 'server'
    return isFile(path) ? 'file' : 'page'
  }
}
